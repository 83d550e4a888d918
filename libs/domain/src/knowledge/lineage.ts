import type { KnowledgeSuspension } from '@askline/contracts'
import { knowledgeSources, statement, type Tx, types } from '@askline/db'
import { timeOf } from '../clock/company-time.ts'
import { InvalidValueError } from '../errors.ts'

const suspend = statement({
  name: 'suspend-knowledge-of-responses',
  params: [types.array(types.uuid), types.text],
  text: `update knowledge set suspended_at = ${timeOf('$company')}, suspended_reason = $2, updated_at = ${timeOf('$company')}
    where company_id = $company and suspended_at is null and id = any(array(
      select knowledge_id from knowledge_sources where company_id = $company and response_id = any($1::uuid[])))`,
})

/** Takes out, until an admin looks at it, every known answer that came from one of these human answers. */
export async function suspendKnowledgeOf(tx: Tx, responseIds: string[], reason: KnowledgeSuspension): Promise<void> {
  await tx.query(suspend, [responseIds, reason])
}

const insert = statement({
  name: 'insert-knowledge-sources',
  params: [types.uuid, types.array(types.uuid)],
  row: { response_id: knowledgeSources.responseId },
  text: `insert into knowledge_sources (knowledge_id, response_id, company_id)
    select $1::uuid, r.id, r.company_id from responses r where r.company_id = $company and r.id = any($2::uuid[]) and r.type in ('EXPERT', 'AGENT')
    returning response_id`,
})

/** Stores the human answers a known answer came from. Throws InvalidValueError `source_unknown` for an id that is not one of the company. */
export async function nameSources(
  tx: Tx,
  companyId: string,
  knowledgeId: string,
  responseIds: string[],
): Promise<void> {
  const wanted = [...new Set(responseIds.map((id) => id.toLowerCase()))]
  const found = await tx.of(companyId).query(insert, [knowledgeId, wanted])
  if (found.length < wanted.length) {
    throw new InvalidValueError(
      'source_unknown',
      'sources',
      'known',
      'sources must name responses of experts or agents',
    )
  }
}
