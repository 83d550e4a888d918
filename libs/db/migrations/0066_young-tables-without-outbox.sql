-- The outbox fills and empties again, and every move writes into it. Each time that it was analyzed, all connections planned all
-- moves anew.
create or replace function "analyze_young_tables"() returns integer language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  young text;
  analyzed integer := 0;
begin
  for young in
    select format('%I.%I', s.schemaname, s.relname) from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and c.relkind = 'r' and s.n_live_tup between 200 and 1000000
      and s.n_live_tup > 10 * greatest(c.reltuples, 0) and s.relname <> 'outbox'
  loop
    execute 'analyze (skip_locked) ' || young;
    analyzed := analyzed + 1;
  end loop;
  return analyzed;
end $$;
