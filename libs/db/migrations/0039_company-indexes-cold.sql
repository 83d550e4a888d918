-- Unique indexes that contain company_id. They replace the ones without it in the next migrations.
drop index concurrently if exists "audit_log_pkey_next";
--> statement-breakpoint
create unique index concurrently "audit_log_pkey_next" on "audit_log" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "authorization_codes_pkey_next";
--> statement-breakpoint
create unique index concurrently "authorization_codes_pkey_next" on "authorization_codes" using btree ("code_hash", "company_id");
--> statement-breakpoint
drop index concurrently if exists "automatic_answers_pkey_next";
--> statement-breakpoint
create unique index concurrently "automatic_answers_pkey_next" on "automatic_answers" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "categories_pkey_next";
--> statement-breakpoint
create unique index concurrently "categories_pkey_next" on "categories" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "clock_advances_pkey_next";
--> statement-breakpoint
create unique index concurrently "clock_advances_pkey_next" on "clock_advances" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "credentials_pkey_next";
--> statement-breakpoint
create unique index concurrently "credentials_pkey_next" on "credentials" using btree ("client_id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "evidence_chunks_snapshot_id_seq_pk_next";
--> statement-breakpoint
create unique index concurrently "evidence_chunks_snapshot_id_seq_pk_next" on "evidence_chunks" using btree ("snapshot_id", "seq", "company_id");
--> statement-breakpoint
drop index concurrently if exists "experts_pkey_next";
--> statement-breakpoint
create unique index concurrently "experts_pkey_next" on "experts" using btree ("user_id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "file_chunks_file_id_seq_pk_next";
--> statement-breakpoint
create unique index concurrently "file_chunks_file_id_seq_pk_next" on "file_chunks" using btree ("file_id", "seq", "company_id");
--> statement-breakpoint
drop index concurrently if exists "files_pkey_next";
--> statement-breakpoint
create unique index concurrently "files_pkey_next" on "files" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "forget_requests_pkey_next";
--> statement-breakpoint
create unique index concurrently "forget_requests_pkey_next" on "forget_requests" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "integrations_pkey_next";
--> statement-breakpoint
create unique index concurrently "integrations_pkey_next" on "integrations" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "knowledge_pkey_next";
--> statement-breakpoint
create unique index concurrently "knowledge_pkey_next" on "knowledge" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "knowledge_sources_knowledge_id_response_id_pk_next";
--> statement-breakpoint
create unique index concurrently "knowledge_sources_knowledge_id_response_id_pk_next" on "knowledge_sources" using btree ("knowledge_id", "response_id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "model_chunks_model_id_seq_pk_next";
--> statement-breakpoint
create unique index concurrently "model_chunks_model_id_seq_pk_next" on "model_chunks" using btree ("model_id", "seq", "company_id");
--> statement-breakpoint
drop index concurrently if exists "models_pkey_next";
--> statement-breakpoint
create unique index concurrently "models_pkey_next" on "models" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "notes_pkey_next";
--> statement-breakpoint
create unique index concurrently "notes_pkey_next" on "notes" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "past_answers_pkey_next";
--> statement-breakpoint
create unique index concurrently "past_answers_pkey_next" on "past_answers" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "past_questions_file_next";
--> statement-breakpoint
create unique index concurrently "past_questions_file_next" on "past_questions" using btree ("file_id", "external_id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "past_questions_pkey_next";
--> statement-breakpoint
create unique index concurrently "past_questions_pkey_next" on "past_questions" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "quarantined_questions_pkey_next";
--> statement-breakpoint
create unique index concurrently "quarantined_questions_pkey_next" on "quarantined_questions" using btree ("question_id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "refresh_tokens_pkey_next";
--> statement-breakpoint
create unique index concurrently "refresh_tokens_pkey_next" on "refresh_tokens" using btree ("token_hash", "company_id");
--> statement-breakpoint
drop index concurrently if exists "revisions_pkey_next";
--> statement-breakpoint
create unique index concurrently "revisions_pkey_next" on "revisions" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "routing_rosters_pkey_next";
--> statement-breakpoint
create unique index concurrently "routing_rosters_pkey_next" on "routing_rosters" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "saved_replies_pkey_next";
--> statement-breakpoint
create unique index concurrently "saved_replies_pkey_next" on "saved_replies" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "text_requests_pkey_next";
--> statement-breakpoint
create unique index concurrently "text_requests_pkey_next" on "text_requests" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "token_families_pkey_next";
--> statement-breakpoint
create unique index concurrently "token_families_pkey_next" on "token_families" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "token_families_session_hash_unique_next";
--> statement-breakpoint
create unique index concurrently "token_families_session_hash_unique_next" on "token_families" using btree ("session_hash", "company_id");
--> statement-breakpoint
drop index concurrently if exists "training_examples_pkey_next";
--> statement-breakpoint
create unique index concurrently "training_examples_pkey_next" on "training_examples" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "training_examples_question_next";
--> statement-breakpoint
create unique index concurrently "training_examples_question_next" on "training_examples" using btree ("question_id", "company_id") where (question_id IS NOT NULL);
--> statement-breakpoint
drop index concurrently if exists "users_pkey_next";
--> statement-breakpoint
create unique index concurrently "users_pkey_next" on "users" using btree ("id", "company_id");
