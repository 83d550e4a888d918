ALTER TABLE "forget_requests" ADD COLUMN "unlearned_at" timestamp (3) with time zone;--> statement-breakpoint
-- Where a stale model is left, its bytes are deleted first.
UPDATE "forget_requests" f SET "unlearned_at" = f."finished_at"
WHERE NOT EXISTS (SELECT 1 FROM "models" m WHERE m."company_id" = f."company_id" AND m."is_stale");--> statement-breakpoint
CREATE INDEX "forget_requests_learned" ON "forget_requests" USING btree ("company_id") WHERE "forget_requests"."finished_at" is not null and "forget_requests"."unlearned_at" is null;