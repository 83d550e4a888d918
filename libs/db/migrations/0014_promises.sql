ALTER TABLE "routing_decisions" ADD COLUMN "facts" json;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "first_offered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "experts_available" integer;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "promised_ms" integer;