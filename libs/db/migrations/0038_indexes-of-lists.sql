-- An interrupted build leaves an index that is not valid, so each build begins without one.
drop index concurrently if exists "questions_company";--> statement-breakpoint
create index concurrently "questions_company" on "questions" using btree ("company_id","id");--> statement-breakpoint
drop index concurrently if exists "responses_answered";--> statement-breakpoint
create index concurrently "responses_answered" on "responses" using btree ("author_id","id");--> statement-breakpoint
drop index concurrently if exists "responses_author";--> statement-breakpoint
drop index concurrently if exists "questions_open_to_all";--> statement-breakpoint
create index concurrently "questions_open_to_all" on "questions" using btree ("company_id","queued_at","id") where "questions"."open_to_all_at" is not null and "questions"."status" = 'UNRESOLVED' and "questions"."holder_id" is null;
