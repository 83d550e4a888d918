CREATE TABLE "clock_advances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"advance_ms" bigint NOT NULL,
	"from_at" timestamp (3) with time zone,
	"to_offset" interval,
	"moves" integer DEFAULT 0 NOT NULL,
	"runner" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "dead_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"job_key" text,
	"question_id" uuid,
	"payload" jsonb,
	"reason" text NOT NULL,
	"attempts" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "repairs" (
	"company_id" uuid NOT NULL,
	"invariant" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "repairs_company_id_invariant_hour_pk" PRIMARY KEY("company_id","invariant","hour")
);
--> statement-breakpoint
CREATE INDEX "clock_advances_open" ON "clock_advances" USING btree ("company_id","id") WHERE "clock_advances"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "clock_advances_company" ON "clock_advances" USING btree ("company_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "dead_letters_job" ON "dead_letters" USING btree ("job_key");--> statement-breakpoint
CREATE UNIQUE INDEX "dead_letters_deadline" ON "dead_letters" USING btree ("question_id") WHERE "dead_letters"."kind" = 'deadline' and "dead_letters"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "dead_letters_company" ON "dead_letters" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "dead_letters_settled" ON "dead_letters" USING btree ("settled_at") WHERE "dead_letters"."settled_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_open_prompts" ON "messages" USING btree ("question_id") WHERE "messages"."type" in ('ACCEPT_RESPONSE_SYSTEM_MESSAGE', 'CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE', 'MARK_AS_RESOLVED_MESSAGE');--> statement-breakpoint
CREATE INDEX "questions_closed_wrongly" ON "questions" USING btree ("id") WHERE "questions"."closed_at" is not null and ("questions"."next_due_at" is not null or "questions"."status" in ('UNRESOLVED', 'CLOSED_BY_ESCALATION', 'FLAGGED'));--> statement-breakpoint
-- A company asks for advances and settles its dead letters; everything else in these tables is the system's to write.
grant select, insert on clock_advances to askline_app;
--> statement-breakpoint
grant select, update on dead_letters to askline_app;
--> statement-breakpoint
grant select on repairs to askline_app;
--> statement-breakpoint
grant select, insert, update, delete on clock_advances, dead_letters, repairs to askline_system;
--> statement-breakpoint
do $$
declare
  t text;
begin
  foreach t in array array['clock_advances', 'dead_letters', 'repairs'] loop
    execute format('alter table %I enable row level security', t);
    execute format(
      'create policy own_company on %I to askline_app using (company_id = nullif(current_setting(''app.company'', true), '''')::uuid)',
      t);
    execute format('create policy every_company on %I to askline_system using (true)', t);
  end loop;
end
$$;
