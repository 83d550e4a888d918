CREATE TABLE "forget_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid,
	"email_hash" text NOT NULL,
	"erased" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"due_at" timestamp (3) with time zone,
	"pass_began_at" timestamp (3) with time zone,
	"last_question_id" uuid,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "forget_requests_due" ON "forget_requests" USING btree ("due_at") WHERE "forget_requests"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "forget_requests_email" ON "forget_requests" USING btree ("company_id","email_hash");--> statement-breakpoint
-- Erasure crosses what a company's own role may not touch, so the system writes it; a company reads its own receipts.
grant select, insert, update on forget_requests to askline_system;
--> statement-breakpoint
grant select on forget_requests to askline_app;
--> statement-breakpoint
alter table forget_requests enable row level security;
--> statement-breakpoint
create policy own_company on forget_requests to askline_app
  using (company_id = nullif(current_setting('app.company', true), '')::uuid);
--> statement-breakpoint
create policy every_company on forget_requests to askline_system using (true);
