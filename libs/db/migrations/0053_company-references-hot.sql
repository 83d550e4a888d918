-- Not valid: existing rows are checked in the next migration, without a lock that blocks writes.
alter table "drafts" add constraint "drafts_question_fk" foreign key ("question_id", "company_id") references "questions" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "messages" add constraint "messages_question_fk" foreign key ("question_id", "company_id") references "questions" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "messages" add constraint "messages_response_fk" foreign key ("response_id", "company_id") references "responses" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "notes" add constraint "notes_question_fk" foreign key ("question_id", "company_id") references "questions" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "offers" add constraint "offers_question_fk" foreign key ("question_id", "company_id") references "questions" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "question_events" add constraint "question_events_question_fk" foreign key ("question_id", "company_id") references "questions" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "question_external_ids" add constraint "question_external_ids_question_fk" foreign key ("question_id", "company_id") references "questions" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "responses" add constraint "responses_question_fk" foreign key ("question_id", "company_id") references "questions" ("id", "company_id") not valid;
--> statement-breakpoint
alter table "revisions" add constraint "revisions_question_fk" foreign key ("question_id", "company_id") references "questions" ("id", "company_id") not valid;
