CREATE TABLE "evidence_chunks" (
	"snapshot_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "evidence_chunks_snapshot_id_seq_pk" PRIMARY KEY("snapshot_id","seq")
);
--> statement-breakpoint
CREATE TABLE "evidence_snapshots" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone,
	"began_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"snapshot_id" uuid,
	"history" text,
	"known_until" timestamp (3) with time zone,
	"questions" integer DEFAULT 0 NOT NULL,
	"size_bytes" integer DEFAULT 0 NOT NULL,
	"made_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "evidence_chunks_company" ON "evidence_chunks" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "evidence_snapshots_due" ON "evidence_snapshots" USING btree ("due_at");--> statement-breakpoint
-- Hashes do not shrink: they are neither packed when written nor unpacked when read.
alter table evidence_chunks alter column bytes set storage external;
--> statement-breakpoint
-- The system's alone: no request of a company's people reads or writes them.
grant select, insert, update, delete on evidence_snapshots, evidence_chunks to askline_system;
--> statement-breakpoint
alter table evidence_snapshots enable row level security;
--> statement-breakpoint
create policy every_company on evidence_snapshots to askline_system using (true);
--> statement-breakpoint
alter table evidence_chunks enable row level security;
--> statement-breakpoint
create policy every_company on evidence_chunks to askline_system using (true);
