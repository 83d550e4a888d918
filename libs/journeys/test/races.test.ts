import type { CondensedQuestionView, QuestionView, ResponseView } from '@askline/contracts'
import { inCompany, openDatabase } from '@askline/db'
import { editQuestion } from '@askline/domain'
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

describe('F24: transactions that commit up to three seconds late', () => {
  test('hide no change from a client that polls lists and questions by lastChecked', async () => {
    const db = openDatabase(stage.databaseUrl, { maxConnections: 60 })
    const askers = range(60)
    const asked = await Promise.all(
      askers.map((n) => at(n).post<QuestionView>('/questions', { text: `Question ${n}`, metadata: { late: true } })),
    )
    const uuids = asked.map(({ data }) => data.uuid)
    // Routing locks questions too: it is done before the late transactions hold theirs.
    await vi.waitFor(
      async () =>
        expect(await stage.sql(`select 1 from questions where id = any($1) and wave = 0`, [uuids])).toEqual([]),
      { timeout: 10_000, interval: 100 },
    )
    const [row] = await stage.sql<{ id: string }>('select asker_id as id from questions where id = $1', [uuids[0]])
    const actor = { kind: 'user', userId: row?.id ?? '', companyId: house.companyId } as const
    const seenInLists = new Set<string>()
    const seenAlone = new Set<string>()
    let isOver = false

    const pollLists = async () => {
      let since = ''
      for (let last = false; !last; await new Promise((resolve) => setTimeout(resolve, 150))) {
        last = isOver
        let cursor: string | null = ''
        let next = since
        while (cursor !== null) {
          const query: string = `limit=100&includeConversation=true${since && `&lastChecked=${since}`}${cursor && `&cursor=${cursor}`}`
          const page = await fetchPage(query)
          next = next === since ? page.serverTime : next
          for (const { conversation } of page.questions) seenInLists.add(conversation?.text ?? '')
          cursor = page.nextCursor
        }
        since = next
      }
    }
    const pollAlone = async (uuid: string) => {
      let since = (await ada.get<QuestionView>(`/questions/${uuid}`)).data.lastUpdated
      for (let last = false; !last; await new Promise((resolve) => setTimeout(resolve, 400))) {
        last = isOver
        const { status, data } = await ada.get<QuestionView>(`/questions/${uuid}?lastChecked=${since}`)
        if (status !== 200) continue
        seenAlone.add(data.conversation.text)
        since = data.lastUpdated
      }
    }
    const polling = Promise.all([pollLists(), ...uuids.slice(0, 20).map(pollAlone)])

    const texts: string[] = []
    const commitLate = async (questionId: string, n: number) => {
      for (const round of range(2)) {
        const text = `Edit ${n}.${round}`
        await inCompany(db, house.companyId, async (tx) => {
          await editQuestion(tx, actor, { questionId, text })
          await new Promise((resolve) => setTimeout(resolve, (3_000 * ((n * 7 + round * 31) % 60)) / 60))
        })
        texts.push(text)
        // The next change of this question may overwrite the text: it waits until this one was seen.
        await vi.waitFor(() => expect(seenInLists).toContain(text), { timeout: 4_000, interval: 50 })
        if (n < 20) await vi.waitFor(() => expect(seenAlone).toContain(text), { timeout: 4_000, interval: 50 })
      }
    }
    try {
      await Promise.all(uuids.map(commitLate))
    } finally {
      isOver = true
      await polling
      await db.close()
    }

    expect(texts).toHaveLength(120)
    expect(texts.filter((text) => !seenInLists.has(text))).toEqual([])
  })

  async function fetchPage(query: string) {
    const response = await fetch(`${api}/v1/questions?${query}`, { headers: { authorization: `Bearer ${adaToken}` } })
    const { meta, data } = (await response.json()) as {
      meta: { serverTime: string }
      data: { questions: CondensedQuestionView[]; paging: { nextCursor: string | null } }
    }
    return { serverTime: meta.serverTime, questions: data.questions, nextCursor: data.paging.nextCursor }
  }
})
