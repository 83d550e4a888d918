alter table "file_chunks" drop constraint "file_chunks_file_id_files_id_fk";
--> statement-breakpoint
alter table "past_questions" drop constraint "past_questions_file_id_files_id_fk";
--> statement-breakpoint
alter table "training_examples" drop constraint "training_examples_file_id_files_id_fk";
--> statement-breakpoint
alter table "files" drop constraint "files_pkey", add constraint "files_pkey" primary key using index "files_pkey_next";
