drop index concurrently if exists "messages_company";--> statement-breakpoint
create index concurrently "messages_company" on "messages" using btree ("company_id","seq");
