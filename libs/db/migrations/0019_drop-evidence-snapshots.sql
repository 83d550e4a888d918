-- Whoever removes uploaded history lets go of the snapshot that holds it, in the same transaction. Its bytes stay the system's.
grant select, update on evidence_snapshots to askline_app;
--> statement-breakpoint
create policy own_company on evidence_snapshots to askline_app
  using (company_id = nullif(current_setting('app.company', true), '')::uuid);
