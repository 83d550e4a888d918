ALTER TABLE "token_families" ADD COLUMN "session_hash" text;--> statement-breakpoint
ALTER TABLE "token_families" ADD COLUMN "session_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "token_families" ADD CONSTRAINT "token_families_session_hash_unique" UNIQUE("session_hash");