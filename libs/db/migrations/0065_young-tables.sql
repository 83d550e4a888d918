-- Only the owner of a table may analyze it, and the services do not own the tables. Autovacuum looks once a minute. Until then
-- Postgres assumes that a company has a few rows in each table, and reads all of them.
create function "analyze_young_tables"() returns integer language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  young text;
  analyzed integer := 0;
begin
  for young in
    select format('%I.%I', s.schemaname, s.relname) from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and c.relkind = 'r' and s.n_live_tup between 200 and 1000000
      and s.n_live_tup > 10 * greatest(c.reltuples, 0)
  loop
    execute 'analyze (skip_locked) ' || young;
    analyzed := analyzed + 1;
  end loop;
  return analyzed;
end $$;
--> statement-breakpoint
revoke all on function "analyze_young_tables"() from public;
--> statement-breakpoint
grant execute on function "analyze_young_tables"() to "askline_system";
