-- An interrupted build leaves an index that is not valid, so each build begins without one.
drop index concurrently if exists "questions_company";--> statement-breakpoint
create index concurrently "questions_company" on "questions" using btree ("company_id","id");--> statement-breakpoint
drop index concurrently if exists "responses_answered";--> statement-breakpoint
create index concurrently "responses_answered" on "responses" using btree ("author_id","id");--> statement-breakpoint
drop index concurrently if exists "responses_author";
