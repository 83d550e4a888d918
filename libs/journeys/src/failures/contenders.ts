import type { QuestionView, ResponseView } from '@askline/contracts'
import { type Caller, fetchToken, openCaller } from '../clients/caller.ts'
import { defineFailure, type Failure, type Scene } from './failure.ts'

/** Rounds of each pair, and how many run at a time. */
type Size = { rounds: number; together: number }

/** Makes a question that was answered, released and offered again, so that every move of the table is legal. */
type Answered = { uuid: string; responseUuid: string; claimers: Caller[]; askers: Caller[] }

const contenders = 20

/** A move, and who makes it where. */
const contend = {
  reroute: (question: Answered, n: number) => [asker(question, n), `/questions/${question.uuid}/reroute`],
  expire: (question: Answered, n: number) => [asker(question, n), `/questions/${question.uuid}/expire`],
  close: (question: Answered, n: number) => [asker(question, n), `/questions/${question.uuid}/close`],
  accept: (question: Answered, n: number) => [asker(question, n), `/responses/${question.responseUuid}/accept`],
  claim: (question: Answered, n: number) => [oneOf(question.claimers, n), `/questions/${question.uuid}/claim`],
} satisfies Record<string, (question: Answered, n: number) => [Caller, string]>
type MoveName = keyof typeof contend
const names: MoveName[] = ['reroute', 'expire', 'close', 'accept', 'claim']

/** Pairs that may both win in this order: an agent's question can be closed, and a claimed one can end. */
const inTurn: MoveName[][] = [
  ['reroute', 'close'],
  ['claim', 'accept'],
  ['claim', 'reroute'],
  ['claim', 'expire'],
  ['claim', 'close'],
]
const mayFollow = (one: MoveName, other: MoveName) => inTurn.some((pair) => pair.includes(one) && pair.includes(other))

const asker = ({ askers }: Answered, n: number) => oneOf(askers, n)

function oneOf(callers: Caller[], n: number): Caller {
  const caller = callers[n % callers.length]
  if (!caller) throw new Error('No contender was given')
  return caller
}

/** All pairs of moves. */
export const contentions: readonly Failure[] = names.flatMap((one, n) =>
  names.slice(n + 1).map((other) => contention(one, other)),
)

function contention(one: MoveName, other: MoveName): Failure {
  return defineFailure<Size>({
    id: 'F18',
    title: `twenty contenders for one question, ${one} against ${other}`,
    promise: 'have one winner each at most, and the losers are told why',
    needs: { apis: 2 },
    short: { rounds: 2, together: 2 },
    full: { rounds: 100, together: 10 },

    async run(scene, { rounds, together }) {
      const { stage, company, ada } = scene
      const askers = stage.apiUrls.map((_, n) => openCaller(stage.apiUrls, ada.token, n))
      const experts = new Map<string, Caller>()
      for (const expert of company.experts) {
        const token = await fetchToken(stage.apiUrls[0] ?? '', expert)
        experts.set(expert.userId, openCaller(stage.apiUrls, token, experts.size))
      }
      for (let n = 0; n < rounds; n += together) {
        const some = Array.from({ length: Math.min(together, rounds - n) }, async () => {
          await fight(scene, await askAndAnswer(scene, askers, experts), one, other)
        })
        await Promise.all(some)
      }
      return { injected: `${rounds} rounds`, ledger: [] }
    },
  })
}

async function fight({ must }: Scene, question: Answered, one: MoveName, other: MoveName): Promise<void> {
  const faults: number[] = []
  const hear = (status: number) => {
    if (status === 0 || (status >= 500 && status !== 503)) faults.push(status)
  }
  const tries = await Promise.all(
    Array.from({ length: contenders }, async (_, n) => {
      const move = n % 2 === 0 ? one : other
      const [caller, path] = contend[move](question, n >> 1)
      // Retries under the same key if the machine was too slow to report the winner (503).
      const { status, error } = await caller.post(path, {}, { patienceMs: 15_000, onAttempt: hear })
      // A repeated claim by the holder succeeds too, so it counts as the same winner.
      const who = move === 'claim' ? `claim by ${(n >> 1) % question.claimers.length}` : `${move} ${n}`
      return { who, status, code: error?.code }
    }),
  )
  const winners = [...new Set(tries.filter(({ status }) => status === 200).map(({ who }) => who))]
  const winningMoves = new Set(winners.map((who) => who.split(' ', 1)[0]))
  must(faults.length === 0, `Contenders were told ${faults.join(', ')}`)
  must(winners.length > 0, `Nobody won: ${JSON.stringify(tries[0])}`)
  must(winners.length === winningMoves.size, `One move was won twice: ${winners.join(', ')}`)
  must(winners.length <= 1 || mayFollow(one, other), `Moves that exclude each other were won: ${winners.join(', ')}`)
  const unexplained = tries.filter(
    ({ status, code }) => status !== 200 && ((status !== 400 && status !== 404) || !code),
  )
  must(unexplained.length === 0, `A loser was told ${JSON.stringify(unexplained[0])}`)
}

async function askAndAnswer(scene: Scene, askers: Caller[], experts: Map<string, Caller>): Promise<Answered> {
  const { uuid } = (await scene.ada.post<QuestionView>('/questions', { text: 'Where is my card?' })).data
  const [first] = await offeredTo(scene, uuid, experts)
  const response = await first?.post<ResponseView>(`/questions/${uuid}/responses`, { text: 'On its way.' })
  await first?.post(`/questions/${uuid}/release`)
  const claimers = await offeredTo(scene, uuid, experts)
  return { uuid, responseUuid: response?.data.uuid ?? '', claimers, askers }
}

async function offeredTo({ stage, within }: Scene, uuid: string, experts: Map<string, Caller>): Promise<Caller[]> {
  let found: Caller[] = []
  await within(20_000, 'The question is offered', async () => {
    const rows = await stage.sql<{ id: string }>(
      `select expert_id as id from offers where question_id = $1 and status = 'pending'`,
      [uuid],
    )
    found = rows.flatMap(({ id }) => experts.get(id) ?? [])
    return found.length > 0
  })
  return found
}
