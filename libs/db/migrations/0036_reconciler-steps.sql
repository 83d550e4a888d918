CREATE TABLE "reconciliation" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"changes_at" timestamp (3) with time zone NOT NULL,
	"pass_at" timestamp (3) with time zone NOT NULL,
	"passed_id" uuid,
	CONSTRAINT "reconciliation_one_row" CHECK ("reconciliation"."is_only")
);
--> statement-breakpoint
grant select, update on reconciliation to askline_system;
--> statement-breakpoint
grant select, insert, update, delete on reconciliation to askline_maintenance;
--> statement-breakpoint
insert into reconciliation (due_at, changes_at, pass_at)
values (clock_timestamp(), clock_timestamp(), clock_timestamp() - interval '1 hour');
