alter table "knowledge_sources" drop constraint "knowledge_sources_knowledge_id_knowledge_id_fk";
--> statement-breakpoint
alter table "knowledge" drop constraint "knowledge_pkey", add constraint "knowledge_pkey" primary key using index "knowledge_pkey_next";
