ALTER TABLE "questions" ADD COLUMN "open_to_all_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "open_language" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "open_requirement" jsonb;--> statement-breakpoint
CREATE INDEX "questions_open_to_all" ON "questions" USING btree ("company_id","queued_at","id") WHERE "questions"."open_to_all_at" is not null and "questions"."status" = 'UNRESOLVED' and "questions"."holder_id" is null;