alter table "past_answers" drop constraint "past_answers_question_id_past_questions_id_fk";
--> statement-breakpoint
drop index "past_questions_file";
--> statement-breakpoint
alter index "past_questions_file_next" rename to "past_questions_file";
--> statement-breakpoint
alter table "past_questions" drop constraint "past_questions_pkey", add constraint "past_questions_pkey" primary key using index "past_questions_pkey_next";
