CREATE TABLE "automatic_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"question" text NOT NULL,
	"predicted_class" text,
	"confidence" double precision NOT NULL,
	"knowledge_id" uuid,
	"content_id" uuid,
	"body" text,
	"quick_reply" text,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "text_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"request" jsonb NOT NULL,
	"answer" jsonb,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"answered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "automatic_answers_content" ON "automatic_answers" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "automatic_answers_decided" ON "automatic_answers" USING btree ("company_id","decided_at");--> statement-breakpoint
CREATE INDEX "text_requests_created_at" ON "text_requests" USING btree ("created_at");--> statement-breakpoint
-- Rows of the request/reply come and go: keep their dead versions few.
alter table text_requests set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
grant select, insert, update, delete on text_requests, automatic_answers to askline_app, askline_system;
--> statement-breakpoint
do $$
declare
  t text;
begin
  foreach t in array array['text_requests', 'automatic_answers'] loop
    execute format('alter table %I enable row level security', t);
    execute format(
      'create policy own_company on %I to askline_app using (company_id = nullif(current_setting(''app.company'', true), '''')::uuid)',
      t);
    execute format('create policy every_company on %I to askline_system using (true)', t);
  end loop;
end
$$;
