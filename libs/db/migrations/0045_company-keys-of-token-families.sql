alter table "authorization_codes" drop constraint "authorization_codes_family_id_token_families_id_fk";
--> statement-breakpoint
alter table "refresh_tokens" drop constraint "refresh_tokens_family_id_token_families_id_fk";
--> statement-breakpoint
alter table "token_families" drop constraint "token_families_pkey", add constraint "token_families_pkey" primary key using index "token_families_pkey_next";
--> statement-breakpoint
alter table "token_families" drop constraint "token_families_session_hash_unique", add constraint "token_families_session_hash_unique" unique using index "token_families_session_hash_unique_next";
