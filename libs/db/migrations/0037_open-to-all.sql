ALTER TABLE "questions" ADD COLUMN "open_to_all_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "open_language" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "open_requirement" jsonb;