import { setTimeout as pause } from 'node:timers/promises'
import type { CondensedQuestionView, QuestionView } from '@askline/contracts'
import { inCompany, openDatabase } from '@askline/db'
import { editQuestion } from '@askline/domain/questions/edit'
import { defineFailure } from './failure.ts'

type Size = { questions: number; rounds: number; polledAlone: number }

const lateMs = 3_000
/** Time limit in ms from a commit until the change is seen: one or two polls on a busy machine. */
const seenMs = 6_000

export const lateCommits = defineFailure<Size>({
  id: 'F24',
  title: 'transactions that commit up to three seconds late',
  promise: 'hide no change from a client that polls lists and questions by lastChecked',
  needs: { apis: 2, workers: 1 },
  company: { times: { offerMs: 3_600_000 } },
  short: { questions: 60, rounds: 1, polledAlone: 20 },
  full: { questions: 60, rounds: 60, polledAlone: 20 },

  async run(scene, { questions, rounds, polledAlone }) {
    const { stage, company, ada, askMany, within, must, unrouted } = scene
    const ledger = await askMany(questions)
    // Routing locks questions too, so it must finish before the late transactions begin.
    await within(20_000, 'Every question is routed', async () => (await unrouted()) === 0)
    const uuids = ledger.map(({ uuid }) => uuid ?? '')
    const db = openDatabase(stage.databaseUrl, { maxConnections: questions, connectMs: 15_000 })
    const [row] = await stage.sql<{ id: string }>('select asker_id as id from questions where id = $1', [uuids[0]])
    const actor = { kind: 'user', userId: row?.id ?? '', companyId: company.companyId } as const
    const seenInLists = new Set<string>()
    const seenAlone = new Set<string>()
    let isOver = false

    const pollLists = async () => {
      let since = ''
      for (let last = false; !last; await pause(150)) {
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
      // The first answer may already contain the first edit.
      let first = await ada.get<QuestionView>(`/questions/${uuid}`)
      for (; first.status === 503; await pause(400)) first = await ada.get<QuestionView>(`/questions/${uuid}`)
      seenAlone.add(first.data.conversation.text)
      let since = first.data.lastUpdated
      for (let last = false; !last; await pause(400)) {
        last = isOver
        const { status, data } = await ada.get<QuestionView>(`/questions/${uuid}?lastChecked=${since}`)
        if (status !== 200) continue
        seenAlone.add(data.conversation.text)
        since = data.lastUpdated
      }
    }
    const fetchPage = async (query: string) => {
      const url = `${stage.apiUrls[0]}/v1/questions?${query}`
      const fetchOnce = () => fetch(url, { headers: { authorization: `Bearer ${ada.token}` } })
      let response = await fetchOnce()
      // On a busy machine the service may refuse a poll. The client polls again.
      for (; response.status === 503; await pause(400)) response = await fetchOnce()
      const { meta, data } = (await response.json()) as {
        meta: { serverTime: string }
        data: { questions: CondensedQuestionView[]; paging: { nextCursor: string | null } }
      }
      return { serverTime: meta.serverTime, questions: data.questions, nextCursor: data.paging.nextCursor }
    }

    const polling = Promise.all([pollLists(), ...uuids.slice(0, polledAlone).map(pollAlone)])
    polling.catch(() => undefined)
    let changes = 0
    let slowest = 0
    const commitLate = async (questionId: string, n: number) => {
      for (let round = 0; round < rounds; round++) {
        const text = `Edit ${n}.${round}`
        await inCompany(db, company.companyId, async (tx) => {
          await editQuestion(tx, actor, { questionId, text })
          await pause((lateMs * ((n * 7 + round * 31) % 60)) / 60)
        })
        changes++
        // Waits until the change was seen, because the next one may overwrite the text.
        const took = await within(seenMs, `Lists show ${text}`, () => seenInLists.has(text))
        if (n < polledAlone) await within(seenMs, `A poll shows ${text}`, () => seenAlone.has(text))
        slowest = Math.max(slowest, took)
      }
    }
    try {
      await Promise.all(uuids.map(commitLate))
    } finally {
      isOver = true
      await polling
      await db.close()
    }
    must(changes === questions * rounds, 'Not every change was made')
    return {
      injected: `${changes} changes, committed up to ${lateMs / 1_000} s late`,
      ledger,
      figures: { 'longest until a list showed it, ms': slowest },
    }
  },
})
