alter table "model_chunks" drop constraint "model_chunks_model_id_models_id_fk";
--> statement-breakpoint
alter table "running_models" drop constraint "running_models_model_id_models_id_fk";
--> statement-breakpoint
alter table "models" drop constraint "models_pkey", add constraint "models_pkey" primary key using index "models_pkey_next";
