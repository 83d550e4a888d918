drop index concurrently if exists "offers_expert_closed";--> statement-breakpoint
create index concurrently "offers_expert_closed" on "offers" using btree ("expert_id","closed_at") where "offers"."status" <> 'pending';
