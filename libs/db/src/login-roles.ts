import pg from 'pg'

/** The roles that transactions switch to. Migrations create them too, where no superuser prepares the database. */
const workingRoles = ['askline_app', 'askline_system', 'askline_maintenance']
const rolesOfServices = ['askline_app', 'askline_system']

/** Time in ms that a change of owner may wait for the lock of a table. Every later write to the table waits as long. */
const lockWaitMs = 1_500

export type LoginRoles = {
  /** Address with name and password of the role that owns the database and migrates. */
  ownerUrl: string
  /** Address with name and password of the role of the services. */
  serviceUrl: string
}

/**
 * Creates or changes the two login roles of an installation, as the superuser that `superuser` names (by default by PG…
 * variables). The owner gets the database and everything in it. The role of the services can become `askline_app` and
 * `askline_system` and nothing else. Repeatable. Returns how many objects got another owner. Throws a TypeError if an
 * address lacks name or password, or names a superuser.
 */
export async function prepareLoginRoles(
  { ownerUrl, serviceUrl }: LoginRoles,
  superuser: pg.ClientConfig = {},
): Promise<number> {
  const owner = loginOf(ownerUrl)
  const service = loginOf(serviceUrl)
  if (owner.name === service.name)
    throw new TypeError('Owner and services need two roles, but both addresses name one.')
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...superuser })
  await client.connect()
  try {
    // A password must not appear in the log of the server.
    await client.query(
      `set log_statement = 'none'; set log_min_error_statement = 'panic'; set lock_timeout = ${lockWaitMs}`,
    )
    await client.query('begin')
    for (const role of workingRoles) await createRole(client, role, 'nologin')
    await client.query('alter role askline_maintenance bypassrls')
    // Names and times of the files of the log, for the age of the last base backup.
    await client.query('grant execute on function pg_ls_waldir() to askline_system')
    // A migration that waits for a lock names the transactions in its way.
    await prepareLogin(client, owner, 'createrole', [...workingRoles, 'pg_read_all_stats'])
    await prepareLogin(client, service, 'nocreaterole', rolesOfServices)
    await client.query('commit')
    return await giveTo(client, owner.name)
  } finally {
    await client.end()
  }
}

type Login = { name: string; password: string }

function loginOf(url: string): Login {
  const { username, password } = new URL(url)
  if (!username || !password) throw new TypeError('The address of a login role needs its name and password.')
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}

async function createRole(client: pg.Client, name: string, options: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  if (rowCount === 0) await client.query(`create role ${pg.escapeIdentifier(name)} ${options}`)
}

/** A role that inherits nothing, so a query without a switch of the role sees no rows. */
async function prepareLogin(client: pg.Client, { name, password }: Login, may: string, roles: string[]) {
  await createRole(client, name, 'nosuperuser')
  const { rows } = await client.query<{ isSuper: boolean }>(
    'select rolsuper as "isSuper" from pg_roles where rolname = $1',
    [name],
  )
  if (rows[0]?.isSuper) throw new TypeError(`${name} is a superuser. Name another role in its address.`)
  const role = pg.escapeIdentifier(name)
  await client.query(
    `alter role ${role} login noinherit nobypassrls nocreatedb noreplication ${may} password ${pg.escapeLiteral(password)}`,
  )
  const { rows: versions } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const how = (versions[0]?.version ?? 0) >= 160_000 ? 'with inherit false, set true' : ''
  await client.query(`grant ${roles.join(', ')} to ${role} ${how}`)
}

/** Gives the database and its objects to a role, each in a transaction of its own. Objects that it owns are not locked. */
async function giveTo(client: pg.Client, name: string): Promise<number> {
  const { rows } = await client.query<{ command: string }>(othersObjects, [name])
  for (const { command } of rows) await client.query(command)
  return rows.length
}

/** Commands that give what others own to $1. Sequences of columns follow their tables, and objects of extensions stay. */
const othersObjects = `with mine as (select oid from pg_roles where rolname = $1),
    places as (select oid, nspname, nspowner from pg_namespace where nspname in ('public', 'drizzle'))
  select format('alter database %I owner to %I', datname, $1) as command
    from pg_database where datname = current_database() and datdba not in (table mine)
  union all
  select format('alter schema %I owner to %I', nspname, $1) from places
    where nspowner not in (table mine) and nspowner <> 'pg_database_owner'::regrole
  union all
  select format('alter %s %s owner to %I', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
      else 'table' end, c.oid::regclass, $1)
    from pg_class c join places p on p.oid = c.relnamespace
    where relkind in ('r', 'p', 'S', 'v', 'm') and relowner not in (table mine) and not exists (
      select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
  union all
  select format('alter routine %s owner to %I', f.oid::regprocedure, $1)
    from pg_proc f join places p on p.oid = f.pronamespace
    where proowner not in (table mine) and not exists (
      select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.deptype = 'e')`
