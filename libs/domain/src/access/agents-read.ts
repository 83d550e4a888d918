import type { CompanySettings, Role } from '@askline/contracts'
import { companies, statement, type Tx, types } from '@askline/db'
import type { Person } from '../actors.ts'
import { NotFoundError } from '../errors.ts'
import type { Question } from '../questions/question.ts'

/** SQL: the question `q` is or was with the agents. A question that was rerouted or flagged at its ask stays marked as rerouted. */
export const wasWithAgents = `(q.is_rerouted or q.status = 'FLAGGED')`

/** Whether an agent with this role reads all questions of the company (`agentsRead`). Admins always do. */
export const readsAll = ({ agentsRead }: Pick<CompanySettings, 'agentsRead'>, role: Role | undefined): boolean =>
  agentsRead !== 'QUEUE' || role === 'admin'

/** Returns SQL: this agent reads all questions of the company (`agentsRead`). Admins always do. */
const sqlOfReadsAll = (agentId: string) =>
  `(not exists (select 1 from companies c where c.id = $company and c.settings ->> 'agentsRead' = 'QUEUE')
    or exists (select 1 from users u where u.id = ${agentId}::uuid and u.company_id = $company and u.role = 'admin'))`

/** Returns SQL: this agent may read the question `q`, and take it back. */
export const agentMayRead = (agentId: string) => `(${wasWithAgents} or ${sqlOfReadsAll(agentId)})`

const reader = statement({
  name: 'agent-reads-all',
  params: [types.uuid],
  row: { id: companies.id },
  text: `select id from companies where id = $company and ${sqlOfReadsAll('$1')}`,
})

/** Throws NotFoundError if the agent may not read the question. */
export async function assertAgentMayRead(tx: Tx, { userId }: Person, question: Question): Promise<void> {
  if (question.isRerouted || question.status === 'FLAGGED') return
  const found = await tx.query(reader, [userId])
  if (found.length === 0) throw new NotFoundError('question', question.id)
}
