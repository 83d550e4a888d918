-- The freshness rule of decisions §3: stamps of one question rise past the whole second that was last printed.
create function ceil_second(t timestamptz) returns timestamptz
  language sql stable parallel safe
  return date_trunc('second', t + interval '999 milliseconds');
--> statement-breakpoint
create function next_stamp(previous timestamptz, at timestamptz) returns timestamptz
  language sql stable parallel safe
  return greatest(at, ceil_second(previous) + interval '1 millisecond');
--> statement-breakpoint
-- The company's time: the database's, plus a sandbox's offset.
create function company_now(company uuid) returns timestamptz
  language sql volatile parallel safe
  return clock_timestamp() + coalesce((select clock_offset from companies where id = company), interval '0');
--> statement-breakpoint
-- A time of a category's own, or the default: both in ms.
create function category_ms(category uuid, setting text, fallback bigint) returns interval
  language sql stable parallel safe
  return coalesce((select (settings ->> setting)::bigint from categories where id = category), fallback) * interval '1 millisecond';
--> statement-breakpoint
-- Two roles that own nothing and are no superuser. Requests act as askline_app and see one company, named by the setting
-- app.company of their transaction; relays, sweepers and sign-in act as askline_system.
do $$
declare
  r text;
begin
  foreach r in array array['askline_app', 'askline_system'] loop
    begin
      execute format('create role %I nologin nosuperuser nobypassrls', r);
    exception when duplicate_object or unique_violation then
      null; -- another database of this server made it
    end;
    if not pg_has_role(current_user, r, 'member') then
      execute format('grant %I to %I', r, current_user);
    end if;
    execute format('grant usage on schema public to %I', r);
    execute format('grant select, insert, update, delete on all tables in schema public to %I', r);
    execute format('grant usage, select on all sequences in schema public to %I', r);
  end loop;
end
$$;
--> statement-breakpoint
-- Services compare the applied migrations with their own before they start.
grant usage on schema drizzle to askline_system;
--> statement-breakpoint
grant select on all tables in schema drizzle to askline_system;
--> statement-breakpoint
revoke all on signing_keys, revocations, credentials from askline_app;
--> statement-breakpoint
do $$
declare
  t record;
begin
  for t in
    select c.table_name, case c.table_name when 'companies' then 'id' else 'company_id' end as company
    from information_schema.columns c
    where c.table_schema = 'public'
      and (c.column_name = 'company_id' or (c.table_name = 'companies' and c.column_name = 'id'))
  loop
    execute format('alter table %I enable row level security', t.table_name);
    execute format(
      'create policy own_company on %I to askline_app using (%I = nullif(current_setting(''app.company'', true), '''')::uuid)',
      t.table_name, t.company);
    execute format('create policy every_company on %I to askline_system using (true)', t.table_name);
  end loop;
end
$$;
--> statement-breakpoint
-- Rows of the queue come and go: keep their dead versions few.
alter table outbox set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
