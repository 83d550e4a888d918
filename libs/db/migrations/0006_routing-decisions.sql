CREATE TABLE "routing_decisions" (
	"question_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"wave" integer NOT NULL,
	"kind" text NOT NULL,
	"policy_version" text NOT NULL,
	"language" text,
	"is_last" boolean DEFAULT false NOT NULL,
	"roster_id" uuid NOT NULL,
	"candidates" json NOT NULL,
	"counts" json NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "routing_decisions_question_id_round_wave_kind_pk" PRIMARY KEY("question_id","round","wave","kind")
);
--> statement-breakpoint
CREATE TABLE "routing_rosters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"named" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "routing_decisions_created_at" ON "routing_decisions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "routing_rosters_created_at" ON "routing_rosters" USING btree ("created_at");--> statement-breakpoint
-- Written and pruned by the workers; a company's admins read their own.
grant select, insert, update, delete on routing_decisions, routing_rosters to askline_system;
--> statement-breakpoint
grant select on routing_decisions, routing_rosters to askline_app;
--> statement-breakpoint
do $$
declare
  t text;
begin
  foreach t in array array['routing_decisions', 'routing_rosters'] loop
    execute format('alter table %I enable row level security', t);
    execute format(
      'create policy own_company on %I to askline_app using (company_id = nullif(current_setting(''app.company'', true), '''')::uuid)',
      t);
    execute format('create policy every_company on %I to askline_system using (true)', t);
  end loop;
end
$$;
