ALTER TABLE "routing_decisions" ADD COLUMN "requirement" json;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "topic_levels" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "category_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "units" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "widens_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "opinion_of" uuid;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "opinion_held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "opinion_due_at" timestamp (3) with time zone;--> statement-breakpoint
-- Postgres 15 cannot change what a generated column is made of: it is made anew, under its name and in one transaction, and
-- its indexes with it. Nothing is lost, every value is computed from the other columns; the table is rewritten once.
ALTER TABLE "questions" drop column "next_due_at";--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "next_due_at" timestamp (3) with time zone GENERATED ALWAYS AS (least(wave_due_at, lease_due_at, prompt_due_at, escalation_due_at, approval_due_at, hold_due_at, expiry_due_at, opinion_due_at)) STORED;--> statement-breakpoint
CREATE INDEX "questions_next_due_at" ON "questions" USING btree ("next_due_at") WHERE "questions"."next_due_at" is not null;--> statement-breakpoint
CREATE INDEX "questions_closed_wrongly" ON "questions" USING btree ("id") WHERE "questions"."closed_at" is not null and ("questions"."next_due_at" is not null or "questions"."status" in ('UNRESOLVED', 'CLOSED_BY_ESCALATION', 'FLAGGED'));
