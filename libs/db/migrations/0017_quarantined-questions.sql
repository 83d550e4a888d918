CREATE TABLE "quarantined_questions" (
	"question_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "quarantined_questions_tries" ON "quarantined_questions" USING btree ("tries","question_id");--> statement-breakpoint
-- The system's to write. Whoever asks which questions can be routed reads it too.
grant select on quarantined_questions to askline_app;
--> statement-breakpoint
grant select, insert, update, delete on quarantined_questions to askline_system;
--> statement-breakpoint
alter table quarantined_questions enable row level security;
--> statement-breakpoint
create policy own_company on quarantined_questions to askline_app using (company_id = nullif(current_setting('app.company', true), '')::uuid);
--> statement-breakpoint
create policy every_company on quarantined_questions to askline_system using (true);
