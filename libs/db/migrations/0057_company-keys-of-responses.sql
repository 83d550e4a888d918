alter table "messages" drop constraint "messages_response_id_responses_id_fk";
--> statement-breakpoint
alter table "responses" drop constraint "responses_pkey", add constraint "responses_pkey" primary key using index "responses_pkey_next";
