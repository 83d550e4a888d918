-- Not valid: existing rows are checked in the next migration, without a lock that blocks writes.
alter table "authorization_codes" add constraint "authorization_codes_family_fk" foreign key ("family_id", "company_id") references "token_families" ("id", "company_id") on delete cascade not valid;
--> statement-breakpoint
alter table "credentials" add constraint "credentials_integration_fk" foreign key ("integration_id", "company_id") references "integrations" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "credentials" add constraint "credentials_user_fk" foreign key ("user_id", "company_id") references "users" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "drafts" add constraint "drafts_user_fk" foreign key ("user_id", "company_id") references "users" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "experts" add constraint "experts_user_fk" foreign key ("user_id", "company_id") references "users" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "file_chunks" add constraint "file_chunks_file_fk" foreign key ("file_id", "company_id") references "files" ("id", "company_id") on delete cascade not valid;
--> statement-breakpoint
alter table "knowledge_sources" add constraint "knowledge_sources_knowledge_fk" foreign key ("knowledge_id", "company_id") references "knowledge" ("id", "company_id") on delete cascade not valid;
--> statement-breakpoint
alter table "model_chunks" add constraint "model_chunks_model_fk" foreign key ("model_id", "company_id") references "models" ("id", "company_id") on delete cascade not valid;
--> statement-breakpoint
alter table "past_answers" add constraint "past_answers_question_fk" foreign key ("question_id", "company_id") references "past_questions" ("id", "company_id") on delete cascade not valid;
--> statement-breakpoint
alter table "past_questions" add constraint "past_questions_file_fk" foreign key ("file_id", "company_id") references "files" ("id", "company_id") on delete cascade not valid;
--> statement-breakpoint
alter table "refresh_tokens" add constraint "refresh_tokens_family_fk" foreign key ("family_id", "company_id") references "token_families" ("id", "company_id") on delete cascade not valid;
--> statement-breakpoint
alter table "running_models" add constraint "running_models_model_fk" foreign key ("model_id", "company_id") references "models" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "saved_replies" add constraint "saved_replies_owner_fk" foreign key ("owner_id", "company_id") references "users" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "token_families" add constraint "token_families_user_fk" foreign key ("user_id", "company_id") references "users" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "training_examples" add constraint "training_examples_file_fk" foreign key ("file_id", "company_id") references "files" ("id", "company_id") on delete cascade not valid;
