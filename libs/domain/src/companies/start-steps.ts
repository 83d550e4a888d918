import { type StartStepName, type StartView, startStepNames } from '@askline/contracts'
import { statement, type Tx, types } from '@askline/db'
import { initialCategory, initialCategoryNames } from './create-company.ts'

/** Active experts that a company needs to answer while some of them are busy or away. */
const enoughExperts = 3

/** Returns which first steps of a company are done. Needs a transaction of `inSystem` with a company, as everything in this file. */
export async function readStart(tx: Tx): Promise<StartView> {
  const [row] = await tx.query(selectStart, [])
  if (!row) throw new Error('The company does not exist')
  const { isDismissed, isOnlyCompany, isArchived, mayReadLog, ...done } = row
  const BACKUP = isOnlyCompany && isArchived && (!mayReadLog || (await hasBaseBackup(tx)))
  const isDone: Record<StartStepName, boolean> = { ...done, BACKUP }
  const names = startStepNames.filter((name) => name !== 'BACKUP' || isOnlyCompany)
  return { steps: names.map((name) => ({ name, isDone: isDone[name] })), isDismissed }
}

const initialNames = Object.values(initialCategoryNames)
  .map((name) => `'${name}'`)
  .join(', ')

// CATEGORY: any that differs from the one that every company begins with. WIDGET: only allowed origins are noted.
const selectStart = statement({
  name: 'select-start',
  row: {
    CATEGORY: types.boolean,
    EXPERTS: types.boolean,
    INTEGRATION: types.boolean,
    WIDGET: types.boolean,
    ANSWER: types.boolean,
    isDismissed: types.boolean,
    isOnlyCompany: types.boolean,
    isArchived: types.boolean,
    mayReadLog: types.boolean,
  },
  text: `select
      exists (select 1 from categories k where k.company_id = $company
        and (not k.is_default or k.name not in (${initialNames}) or k.type <> '${initialCategory.type}' or k.settings <> '{}')) as "CATEGORY",
      (select count(*) from (select 1 from experts e join users u on u.id = e.user_id and u.company_id = e.company_id
        where e.company_id = $company and e.is_active and not u.is_blocked and u.forgotten_at is null limit ${enoughExperts}) active)
        = ${enoughExperts} as "EXPERTS",
      exists (select 1 from integrations i join credentials k on k.integration_id = i.id and k.company_id = i.company_id
        where i.company_id = $company and i.removed_at is null
          and (k.revoked_at is null or k.revoked_at > clock_timestamp())) as "INTEGRATION",
      exists (select 1 from widget_openings w where w.company_id = $company) as "WIDGET",
      exists (select 1 from questions q
        join responses r on r.question_id = q.id and r.company_id = q.company_id
        where q.company_id = $company and (q.first_response_at is not null or q.rerouted_at is not null or q.closed_at is not null)
          and (r.type in ('EXPERT', 'AGENT') or r.quick_reply = 'ACCEPTED')) as "ANSWER",
      c.start_dismissed_at is not null as "isDismissed",
      not exists (select 1 from companies other where other.id <> $company) as "isOnlyCompany",
      (select current_setting('archive_mode') <> 'off' and coalesce(a.last_archived_time > clock_timestamp() - interval '1 day', false)
        from pg_stat_archiver a) as "isArchived",
      has_function_privilege('pg_ls_waldir()', 'execute') as "mayReadLog"
    from companies c where c.id = $company`,
})

/**
 * Returns whether a base backup was made. The archived log alone cannot be restored, and archiving begins when the installation does.
 * Each base backup leaves a file in the log until the next one, whichever tool made it. Services whose login role was not prepared
 * by a superuser cannot read it: there the archived log counts, because a hosted Postgres makes base backups itself.
 */
async function hasBaseBackup(tx: Tx): Promise<boolean> {
  return (await tx.query(selectBaseBackup, [])).length > 0
}

const selectBaseBackup = statement({
  name: 'select-base-backup',
  row: { name: types.text },
  text: `select name from pg_ls_waldir() where name like '%.backup' limit 1`,
})

/** Stores that an admin dismissed the page of first steps. Idempotent. */
export async function dismissStart(tx: Tx): Promise<void> {
  await tx.query(setDismissed, [])
}

const setDismissed = statement({
  name: 'dismiss-start',
  text: `update companies set start_dismissed_at = coalesce(start_dismissed_at, clock_timestamp()) where id = $company`,
})
