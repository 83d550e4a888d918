drop index concurrently if exists "question_external_ids_next";--> statement-breakpoint
create unique index concurrently "question_external_ids_next" on "question_external_ids" using btree ("company_id","external_id","system");
