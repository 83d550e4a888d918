import type { CompanySettings, Role } from '@askline/contracts'

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
