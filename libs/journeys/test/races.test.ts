import type { QuestionView, ResponseView } from '@askline/contracts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { type Caller, fetchToken, findFaults, openCaller, raiseStage } from '../src/index.ts'

const stage = await raiseStage({ apis: 2, notifiers: 0 })
afterAll(() => stage.stop())
const house = await stage.found()
const api = stage.apiUrls[0] ?? ''
const adaToken = await fetchToken(api, house.integration, 'ada@example.com')
/** The same asker at both instances. */
const adas = [0, 1].map((first) => openCaller(stage.apiUrls, adaToken, first))
const [ada] = adas as [Caller, Caller]
const experts = new Map<string, Caller>()
for (const expert of house.experts) {
  experts.set(expert.userId, openCaller(stage.apiUrls, await fetchToken(api, expert), experts.size))
}
const at = (n: number) => adas[n % 2] ?? ada
const range = (count: number) => Array.from({ length: count }, (_, n) => n)

describe('F17: one hundred parallel twins under one key', () => {
  test('have one effect and hear the same answer, and another body under the key is refused', async () => {
    const keys = range(4).map((n) => `twins-${n}`)
    const rounds = await Promise.all(
      keys.map((key) =>
        Promise.all(
          range(100).map((n) =>
            at(n).post<QuestionView>('/questions', { text: 'My card?', metadata: { key } }, { key }),
          ),
        ),
      ),
    )
    const others = await Promise.all(keys.map((key) => ada.post('/questions', { text: 'My PIN?' }, { key })))

    for (const twins of rounds) {
      expect(new Set(twins.map(({ status }) => status))).toEqual(new Set([201]))
      expect(new Set(twins.map(({ data }) => JSON.stringify(data))).size).toBe(1)
      expect(twins.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1)
    }
    expect(others.map(({ error }) => error?.code)).toEqual(keys.map(() => 'idempotency_key_reused'))
    const ledger = keys.map((key, n) => ({ key, status: 201, uuid: rounds[n]?.[0]?.data.uuid }))
    expect(await findFaults(stage, ledger)).toEqual([])
  })
})

type Answered = { uuid: string; responseUuid: string; claimers: Caller[] }
type MoveName = keyof typeof contend

/** How one contender tries each move. */
const contend = {
  reroute: ({ uuid }: Answered, n: number) => at(n).post(`/questions/${uuid}/reroute`),
  expire: ({ uuid }: Answered, n: number) => at(n).post(`/questions/${uuid}/expire`),
  close: ({ uuid }: Answered, n: number) => at(n).post(`/questions/${uuid}/close`),
  accept: ({ responseUuid }: Answered, n: number) => at(n).post(`/responses/${responseUuid}/accept`),
  claim: ({ uuid, claimers }: Answered, n: number) =>
    (claimers[n % claimers.length] ?? ada).post(`/questions/${uuid}/claim`),
}

/** An agent's question can still be closed, and a claimed one still ends: these may both win, in that order. */
const inTurn: MoveName[][] = [
  ['reroute', 'close'],
  ['claim', 'accept'],
  ['claim', 'reroute'],
  ['claim', 'expire'],
  ['claim', 'close'],
]
const names = Object.keys(contend) as MoveName[]
const pairs = names.flatMap((one, n) => names.slice(n + 1).map((other): [MoveName, MoveName] => [one, other]))

/** A question that was answered and given back, and is offered anew: every move of the table is legal on it. */
async function askAndAnswer(): Promise<Answered> {
  const { uuid } = (await ada.post<QuestionView>('/questions', { text: 'Where is my card?' })).data
  const [first] = await offeredTo(uuid)
  const response = await first?.post<ResponseView>(`/questions/${uuid}/responses`, { text: 'On its way.' })
  await first?.post(`/questions/${uuid}/release`)
  return { uuid, responseUuid: response?.data.uuid ?? '', claimers: await offeredTo(uuid) }
}

const offeredTo = (uuid: string) =>
  vi.waitFor(
    async () => {
      const rows = await stage.sql<{ id: string }>(
        `select expert_id as id from offers where question_id = $1 and status = 'pending'`,
        [uuid],
      )
      expect(rows.length).toBeGreaterThan(0)
      return rows.flatMap(({ id }) => experts.get(id) ?? [])
    },
    { timeout: 20_000, interval: 50 },
  )

describe('F18: twenty contenders for one question', () => {
  test.each(pairs)('%s against %s: one winner each at most, the losers are told why', async (one, other) => {
    const rounds = await Promise.all([askAndAnswer(), askAndAnswer()])
    for (const question of rounds) {
      const tries = await Promise.all(
        range(20).map(async (n) => {
          const move = n % 2 === 0 ? one : other
          const { status, error } = await contend[move](question, n >> 1)
          // Who holds a question and claims it again finds it theirs already: that is one winner, not two.
          const who = move === 'claim' ? `claim by ${(n >> 1) % question.claimers.length}` : `${move} ${n}`
          return { who, status, code: error?.code }
        }),
      )

      const winners = [...new Set(tries.filter(({ status }) => status === 200).map(({ who }) => who))]
      const winningMoves = new Set(winners.map((who) => who.split(' ', 1)[0]))
      const losers = tries.filter(({ status }) => status !== 200)
      const mayFollow = inTurn.some(([a, b]) => [a, b].every((move) => move === one || move === other))
      expect(winners.length).toBeGreaterThan(0)
      expect(winners).toHaveLength(winningMoves.size)
      if (!mayFollow) expect(winners).toHaveLength(1)
      expect(losers.filter(({ status, code }) => (status !== 400 && status !== 404) || !code)).toEqual([])
    }
    expect(await findFaults(stage)).toEqual([])
  })
})
