alter table "credentials" drop constraint "credentials_user_id_users_id_fk";
--> statement-breakpoint
alter table "drafts" drop constraint "drafts_user_id_users_id_fk";
--> statement-breakpoint
alter table "experts" drop constraint "experts_user_id_users_id_fk";
--> statement-breakpoint
alter table "saved_replies" drop constraint "saved_replies_owner_id_users_id_fk";
--> statement-breakpoint
alter table "token_families" drop constraint "token_families_user_id_users_id_fk";
--> statement-breakpoint
alter table "users" drop constraint "users_pkey", add constraint "users_pkey" primary key using index "users_pkey_next";
