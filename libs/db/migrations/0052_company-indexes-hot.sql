-- Unique indexes that contain company_id. They replace the ones without it in the next migrations.
drop index concurrently if exists "messages_pkey_next";
--> statement-breakpoint
create unique index concurrently "messages_pkey_next" on "messages" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "offers_one_pending_next";
--> statement-breakpoint
create unique index concurrently "offers_one_pending_next" on "offers" using btree ("question_id", "expert_id", "company_id") where (status = 'pending'::text);
--> statement-breakpoint
drop index concurrently if exists "offers_pkey_next";
--> statement-breakpoint
create unique index concurrently "offers_pkey_next" on "offers" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "outbox_pkey_next";
--> statement-breakpoint
create unique index concurrently "outbox_pkey_next" on "outbox" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "question_events_question_id_seq_pk_next";
--> statement-breakpoint
create unique index concurrently "question_events_question_id_seq_pk_next" on "question_events" using btree ("question_id", "seq", "company_id");
--> statement-breakpoint
drop index concurrently if exists "questions_pkey_next";
--> statement-breakpoint
create unique index concurrently "questions_pkey_next" on "questions" using btree ("id", "company_id");
--> statement-breakpoint
drop index concurrently if exists "responses_pkey_next";
--> statement-breakpoint
create unique index concurrently "responses_pkey_next" on "responses" using btree ("id", "company_id");
