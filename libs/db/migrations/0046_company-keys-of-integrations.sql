alter table "credentials" drop constraint "credentials_integration_id_integrations_id_fk";
--> statement-breakpoint
alter table "integrations" drop constraint "integrations_pkey", add constraint "integrations_pkey" primary key using index "integrations_pkey_next";
