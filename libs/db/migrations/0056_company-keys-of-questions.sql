alter table "drafts" drop constraint "drafts_question_id_questions_id_fk";
--> statement-breakpoint
alter table "messages" drop constraint "messages_question_id_questions_id_fk";
--> statement-breakpoint
alter table "notes" drop constraint "notes_question_id_questions_id_fk";
--> statement-breakpoint
alter table "offers" drop constraint "offers_question_id_questions_id_fk";
--> statement-breakpoint
alter table "question_events" drop constraint "question_events_question_id_questions_id_fk";
--> statement-breakpoint
alter table "question_external_ids" drop constraint "question_external_ids_question_id_questions_id_fk";
--> statement-breakpoint
alter table "responses" drop constraint "responses_question_id_questions_id_fk";
--> statement-breakpoint
alter table "revisions" drop constraint "revisions_question_id_questions_id_fk";
--> statement-breakpoint
alter table "questions" drop constraint "questions_pkey", add constraint "questions_pkey" primary key using index "questions_pkey_next";
