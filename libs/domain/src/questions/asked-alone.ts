import { statement, type Tx, types } from '@askline/db'
import type { AskQuestion } from './ask.ts'

const lookUp = statement({
  name: 'find-asked-alone',
  params: [types.uuid, types.jsonText],
  row: { place: types.int },
  text: `select i.place from jsonb_to_recordset($2::jsonb) as i(place int, "externalIds" jsonb, class text)
    where exists (
      select 1 from jsonb_to_recordset(i."externalIds") as x(id text, system text) cross join lateral (
        -- The limit makes Postgres look each id up by the key, and not read all ids of the company.
        select 1 from question_external_ids k
        where k.company_id = $1 and k.system = x.system and k.external_id = x.id limit 1
      ) known
    ) or (i.class is not null and exists (
      select 1 from knowledge k where k.company_id = $1 and k.class = i.class and k.suspended_at is null
    ))`,
})

/**
 * Returns the indexes of the questions of a group that must be asked alone, because `askTogether` does not handle them. They have
 * a known external id, an external id of an earlier question of the group, or a class with a known answer.
 * A concurrent transaction may still add an id, which `askTogether` then refuses.
 */
export async function findAskedAlone(tx: Tx, companyId: string, inputs: AskQuestion[]): Promise<Set<number>> {
  const special = inputs.flatMap(({ externalIds, predictedClass }, place) =>
    externalIds.length > 0 || predictedClass !== undefined ? [{ place, externalIds, class: predictedClass }] : [],
  )
  if (special.length === 0) return new Set()
  const found = await tx.query(lookUp, [companyId, JSON.stringify(special)])
  const alone = new Set(found.map(({ place }) => place))
  const taken = new Set<string>()
  for (const { place, externalIds } of special) {
    const keys = externalIds.map(({ id, system }) => `${system}\n${id}`)
    if (keys.some((key) => taken.has(key))) alone.add(place)
    for (const key of keys) taken.add(key)
  }
  return alone
}
