-- Backups and backfills run as askline_maintenance and see every company. BYPASSRLS needs a superuser; without one the
-- policies below give the same access, and pg_dump needs --enable-row-security.
do $$
begin
  if not exists (select 1 from pg_roles where rolname = 'askline_maintenance') then
    begin
      create role askline_maintenance nologin nosuperuser;
    exception when duplicate_object or unique_violation then
      null; -- a migration of another database of this server made it at the same time
    end;
  end if;
  begin
    alter role askline_maintenance bypassrls;
  exception when insufficient_privilege then
    null;
  end;
  if not pg_has_role(current_user, 'askline_maintenance', 'member') then
    execute format('grant askline_maintenance to %I', current_user);
  end if;
end
$$;
--> statement-breakpoint
-- The login role switches to the three roles and inherits nothing from them: a query that forgets to switch sees no rows.
-- Postgres 15 has no such option: there, create the login role with NOINHERIT.
do $$
begin
  if current_setting('server_version_num')::int >= 160000 then
    execute format('grant askline_app, askline_system, askline_maintenance to %I with inherit false, set true', current_user);
  end if;
exception when insufficient_privilege then
  null; -- the roles were granted by somebody else, who decides
end
$$;
--> statement-breakpoint
grant usage on schema public, drizzle to askline_maintenance;
--> statement-breakpoint
grant select, insert, update, delete on all tables in schema public to askline_maintenance;
--> statement-breakpoint
grant usage, select on all sequences in schema public to askline_maintenance;
--> statement-breakpoint
grant select on all tables in schema drizzle to askline_maintenance;
--> statement-breakpoint
-- Restricts a new table to one company per transaction, also for its owner. `company` names the column with the company's id.
-- Creates the policies that the table lacks, so it may run again.
create function fence_table(fenced regclass, company name default 'company_id') returns void
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', fenced);
  if not exists (select 1 from pg_policy where polrelid = fenced and polname = 'own_company') then
    execute format(
      'create policy own_company on %s to askline_app using (%I = nullif(current_setting(''app.company'', true), '''')::uuid)',
      fenced, company);
  end if;
  if not exists (select 1 from pg_policy where polrelid = fenced and polname = 'every_company') then
    execute format('create policy every_company on %s to askline_system using (true)', fenced);
  end if;
  if not exists (select 1 from pg_policy where polrelid = fenced and polname = 'maintenance') then
    execute format('create policy maintenance on %s to askline_maintenance using (true)', fenced);
  end if;
  execute format('grant select, insert, update, delete on %s to askline_maintenance', fenced);
end
$$;
--> statement-breakpoint
revoke all on function fence_table from public;
--> statement-breakpoint
select fence_table(c.oid::regclass, case c.relname when 'companies' then 'id' else 'company_id' end)
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  and (c.relname = 'companies'
    or exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped));
