alter table "audit_log" drop constraint "audit_log_pkey", add constraint "audit_log_pkey" primary key using index "audit_log_pkey_next";
--> statement-breakpoint
alter table "authorization_codes" drop constraint "authorization_codes_pkey", add constraint "authorization_codes_pkey" primary key using index "authorization_codes_pkey_next";
--> statement-breakpoint
alter table "automatic_answers" drop constraint "automatic_answers_pkey", add constraint "automatic_answers_pkey" primary key using index "automatic_answers_pkey_next";
--> statement-breakpoint
alter table "categories" drop constraint "categories_pkey", add constraint "categories_pkey" primary key using index "categories_pkey_next";
--> statement-breakpoint
alter table "clock_advances" drop constraint "clock_advances_pkey", add constraint "clock_advances_pkey" primary key using index "clock_advances_pkey_next";
--> statement-breakpoint
alter table "credentials" drop constraint "credentials_pkey", add constraint "credentials_pkey" primary key using index "credentials_pkey_next";
--> statement-breakpoint
alter table "evidence_chunks" drop constraint "evidence_chunks_snapshot_id_seq_pk", add constraint "evidence_chunks_pkey" primary key using index "evidence_chunks_snapshot_id_seq_pk_next";
--> statement-breakpoint
alter table "experts" drop constraint "experts_pkey", add constraint "experts_pkey" primary key using index "experts_pkey_next";
