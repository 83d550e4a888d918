import { type LivePictureView, type QuestionStage, questionStages } from '@askline/contracts'
import { models, questions, statement, type Tx, types } from '@askline/db'
import { timeOf } from '../clock/company-time.ts'
import { dateTime } from '../format/dates.ts'
import { stageOf } from './question-stage.ts'

const stages = statement({
  name: 'count-stages',
  params: [types.uuid],
  row: {
    stage: types.textOf<QuestionStage>(),
    count: types.int,
    oldestId: questions.id,
    oldestAt: questions.createdAt,
  },
  text: `select distinct on (stage) stage, (count(*) over (partition by stage))::int as count, id as "oldestId", created_at as "oldestAt"
    from (select q.id, q.created_at, ${stageOf} as stage from questions q where q.company_id = $1 and q.closed_at is null) q
    order by stage, created_at, id`,
})

/**
 * Every change in the last hour of the company's time is also in the last hour of real time, because a sandbox's clock only
 * runs ahead.
 */
const lastHour = statement({
  name: 'count-last-hour',
  params: [types.uuid],
  row: { now: types.instant, asked: types.int, answered: types.int, rerouted: types.int, closed: types.int },
  text: `select n.now, (count(*) filter (where q.created_at > n.since))::int as asked,
      (count(*) filter (where q.first_response_at > n.since))::int as answered,
      (count(*) filter (where q.rerouted_at > n.since))::int as rerouted,
      (count(*) filter (where q.closed_at > n.since))::int as closed
    from (select ${timeOf('$1')}::timestamptz(3) as now, ${timeOf('$1')} - interval '1 hour' as since) n
      -- Not clock_timestamp(), whose volatile value Postgres cannot look up in an index.
      left join questions q on q.company_id = $1 and q.changed_at > statement_timestamp() - interval '1 hour'
    group by n.now`,
})

const experts = statement({
  name: 'count-experts',
  params: [types.uuid],
  row: {
    available: types.int,
    away: types.int,
    setAway: types.int,
    waitingForAway: types.int,
    offline: types.int,
    load: types.int,
    capacity: types.int,
  },
  text: `select (count(*) filter (where availability = 'AVAILABLE'))::int as available,
      (count(*) filter (where availability = 'AWAY'))::int as away,
      (count(*) filter (where away_reason is not null))::int as "setAway",
      (select count(*)::int from questions q where q.company_id = $1 and q.closed_at is null and ${stageOf} = 'WAITING' and exists (
        select 1 from routing_decisions d where d.question_id = q.id and d.company_id = q.company_id and d.round = q.round
          and d.wave = q.wave and d.kind = 'wait' and (d.counts ->> 'away')::int > 0 offset 0)) as "waitingForAway",
      (count(*) filter (where availability = 'OFFLINE'))::int as offline,
      coalesce(sum(load), 0)::int as load,
      coalesce(sum(capacity) filter (where availability = 'AVAILABLE'), 0)::int as capacity
    from experts where company_id = $1 and is_active`,
})

const learning = statement({
  name: 'learning-now',
  params: [types.uuid],
  row: {
    modelId: types.nullable(models.id),
    version: types.nullable(models.version),
    accuracy: types.nullable(models.accuracy),
    isPinned: types.nullable(types.boolean),
    createdAt: types.nullable(models.createdAt),
    isDue: types.boolean,
    isRunning: types.boolean,
    progress: types.float,
    files: types.int,
  },
  text: `select m.id as "modelId", m.version, m.accuracy, r.is_pinned as "isPinned", m.created_at as "createdAt",
      t.due_at is not null as "isDue", t.began_at is not null as "isRunning", coalesce(t.progress, 0) as progress,
      (select count(*) from files f where f.company_id = $1 and f.status in ('QUEUED', 'READING'))::int as files
    from companies c left join running_models r on r.company_id = c.id left join models m on m.id = r.model_id and m.company_id = r.company_id
      left join trainings t on t.company_id = c.id
    where c.id = $1`,
})

const queues = statement({
  name: 'queues-now',
  params: [types.uuid],
  row: { waiting: types.int, oldestMs: types.nullable(types.int), letters: types.int },
  text: `select count(*)::int as waiting,
      (extract(epoch from clock_timestamp() - min(o.created_at)) * 1000)::int as "oldestMs",
      (select count(*) from dead_letters d where d.company_id = $1 and d.settled_at is null)::int as letters
    from outbox o where o.company_id = $1`,
})

/** Returns what happens in the company at this moment: its open questions by stage, the last hour, experts, models and queues. */
export async function findLivePicture(tx: Tx, companyId: string): Promise<LivePictureView> {
  const counted = new Map((await tx.query(stages, [companyId])).map((found) => [found.stage, found]))
  const [hour] = await tx.query(lastHour, [companyId])
  const [people] = await tx.query(experts, [companyId])
  const [learned] = await tx.query(learning, [companyId])
  const [queued] = await tx.query(queues, [companyId])
  if (!hour || !people || !learned || !queued) throw new Error('A count of the live picture is missing')
  const { now, ...counts } = hour
  return {
    now: dateTime(now),
    stages: questionStages
      .filter((stage) => stage !== 'CLOSED')
      .map((stage) => {
        const found = counted.get(stage)
        return {
          stage,
          count: found?.count ?? 0,
          oldest: found ? { uuid: found.oldestId, dateCreated: dateTime(found.oldestAt) } : null,
        }
      }),
    lastHour: counts,
    experts: people,
    model: modelOf(learned),
    training: learned.isDue ? { progress: learned.progress, isRunning: learned.isRunning } : null,
    filesInWork: learned.files,
    outbox: { waiting: queued.waiting, oldestMs: queued.oldestMs },
    deadLetters: queued.letters,
  }
}

type Learned = {
  modelId: string | null
  version: number | null
  accuracy: number | null
  isPinned: boolean | null
  createdAt: Date | null
}

const modelOf = ({ modelId, version, accuracy, isPinned, createdAt }: Learned): LivePictureView['model'] =>
  modelId !== null && version !== null && accuracy !== null && createdAt !== null
    ? { uuid: modelId, version, accuracy, isPinned: isPinned ?? false, dateCreated: dateTime(createdAt) }
    : null
