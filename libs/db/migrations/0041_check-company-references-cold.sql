alter table "authorization_codes" validate constraint "authorization_codes_family_fk";
--> statement-breakpoint
alter table "credentials" validate constraint "credentials_integration_fk";
--> statement-breakpoint
alter table "credentials" validate constraint "credentials_user_fk";
--> statement-breakpoint
alter table "drafts" validate constraint "drafts_user_fk";
--> statement-breakpoint
alter table "experts" validate constraint "experts_user_fk";
--> statement-breakpoint
alter table "file_chunks" validate constraint "file_chunks_file_fk";
--> statement-breakpoint
alter table "knowledge_sources" validate constraint "knowledge_sources_knowledge_fk";
--> statement-breakpoint
alter table "model_chunks" validate constraint "model_chunks_model_fk";
--> statement-breakpoint
alter table "past_answers" validate constraint "past_answers_question_fk";
--> statement-breakpoint
alter table "past_questions" validate constraint "past_questions_file_fk";
--> statement-breakpoint
alter table "refresh_tokens" validate constraint "refresh_tokens_family_fk";
--> statement-breakpoint
alter table "running_models" validate constraint "running_models_model_fk";
--> statement-breakpoint
alter table "saved_replies" validate constraint "saved_replies_owner_fk";
--> statement-breakpoint
alter table "token_families" validate constraint "token_families_user_fk";
--> statement-breakpoint
alter table "training_examples" validate constraint "training_examples_file_fk";
