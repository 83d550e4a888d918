ALTER TABLE "experts" ADD COLUMN "missed_offers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "away_reason" text;