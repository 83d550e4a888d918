alter table "drafts" validate constraint "drafts_question_fk";
--> statement-breakpoint
alter table "messages" validate constraint "messages_question_fk";
--> statement-breakpoint
alter table "messages" validate constraint "messages_response_fk";
--> statement-breakpoint
alter table "notes" validate constraint "notes_question_fk";
--> statement-breakpoint
alter table "offers" validate constraint "offers_question_fk";
--> statement-breakpoint
alter table "question_events" validate constraint "question_events_question_fk";
--> statement-breakpoint
alter table "question_external_ids" validate constraint "question_external_ids_question_fk";
--> statement-breakpoint
alter table "responses" validate constraint "responses_question_fk";
--> statement-breakpoint
alter table "revisions" validate constraint "revisions_question_fk";
