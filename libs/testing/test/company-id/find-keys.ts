import type { Client } from 'pg'

/** Returns the tables without a column `company_id`, in order. */
export async function tablesWithoutCompany(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not exists (
       select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Returns the primary keys, unique indexes and foreign keys of companies' tables that do not contain `company_id`, in order. */
export async function keysWithoutCompany(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `with tables as (
       select c.oid, c.relname as name, a.attnum as company from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     )
     select t.name || ': ' || i.relname as key from tables t
       join pg_index x on x.indrelid = t.oid and x.indisunique and not t.company = any(x.indkey::int2[])
       join pg_class i on i.oid = x.indexrelid
     union all
     select t.name || ': ' || k.conname from tables t
       join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and not t.company = any(k.conkey)
     order by 1`,
  )
  return rows.map(({ key }) => key)
}
