CREATE TABLE "offer_days" (
	"company_id" uuid NOT NULL,
	"expert_id" uuid NOT NULL,
	"day" date NOT NULL,
	"claimed" integer NOT NULL,
	"declined" integer NOT NULL,
	"missed" integer NOT NULL,
	"withdrawn" integer NOT NULL,
	"released" integer NOT NULL,
	"lapsed" integer NOT NULL,
	"escalated" integer NOT NULL,
	"claim_ms" double precision[] NOT NULL,
	CONSTRAINT "offer_days_pkey" PRIMARY KEY("company_id","expert_id","day")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "offers_counted_from" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL;--> statement-breakpoint
ALTER TABLE "offer_days" ADD CONSTRAINT "offer_days_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_days_day" ON "offer_days" USING btree ("day");
--> statement-breakpoint
grant select, insert, update, delete on offer_days to askline_app, askline_system;
--> statement-breakpoint
select fence_table('offer_days');
--> statement-breakpoint
set local role askline_maintenance;
--> statement-breakpoint
-- Workers of the version before may delete offers without counting them for one more day.
update companies set offers_counted_from = clock_timestamp() + interval '1 day'
  - coalesce((settings ->> 'offersKeptMs')::bigint, 2592000000) * interval '1 millisecond';
--> statement-breakpoint
reset role;
