alter table "file_chunks" drop constraint "file_chunks_file_id_seq_pk", add constraint "file_chunks_pkey" primary key using index "file_chunks_file_id_seq_pk_next";
--> statement-breakpoint
alter table "forget_requests" drop constraint "forget_requests_pkey", add constraint "forget_requests_pkey" primary key using index "forget_requests_pkey_next";
--> statement-breakpoint
alter table "knowledge_sources" drop constraint "knowledge_sources_knowledge_id_response_id_pk", add constraint "knowledge_sources_pkey" primary key using index "knowledge_sources_knowledge_id_response_id_pk_next";
--> statement-breakpoint
alter table "model_chunks" drop constraint "model_chunks_model_id_seq_pk", add constraint "model_chunks_pkey" primary key using index "model_chunks_model_id_seq_pk_next";
--> statement-breakpoint
alter table "notes" drop constraint "notes_pkey", add constraint "notes_pkey" primary key using index "notes_pkey_next";
--> statement-breakpoint
alter table "past_answers" drop constraint "past_answers_pkey", add constraint "past_answers_pkey" primary key using index "past_answers_pkey_next";
--> statement-breakpoint
alter table "quarantined_questions" drop constraint "quarantined_questions_pkey", add constraint "quarantined_questions_pkey" primary key using index "quarantined_questions_pkey_next";
--> statement-breakpoint
alter table "refresh_tokens" drop constraint "refresh_tokens_pkey", add constraint "refresh_tokens_pkey" primary key using index "refresh_tokens_pkey_next";
