import type { QuestionView } from '@askline/contracts'
import { canEncrypt } from '@askline/testing/servers'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import { fetchToken, openCaller, openSocketListener, raiseStage } from '../src/index.ts'

// The stand-in for Redis speaks no TLS.
const isPossible = canEncrypt() && inject('askline').redisIsReal

describe.skipIf(!isPossible)('services that reach Postgres and Redis by TLS', async () => {
  if (!isPossible) return
  const stage = await raiseStage({ isEncrypted: true })
  afterAll(() => stage.stop())
  const company = await stage.found({ experts: 1 })
  const api = stage.apiUrls[0] ?? ''

  test('take a question, offer it to an expert and tell the expert on the socket', async () => {
    const [asker, expert] = await Promise.all([
      fetchToken(api, company.integration, 'ada@example.com'),
      fetchToken(api, company.experts[0] ?? company.dora),
    ])
    const listener = await openSocketListener(stage.notifierUrls[0] ?? '', expert)
    const asked = await openCaller([api], asker).post<QuestionView>('/questions', { text: 'Is this line safe?' })

    await vi.waitFor(() => expect(listener.inbox.length).toBeGreaterThan(0), { timeout: 15_000, interval: 50 })
    const offers = await stage.sql('select 1 from offers where question_id = $1', [asked.data.uuid])
    expect(offers).toHaveLength(1)
    listener.close()
  })

  test('have no connection to Postgres without TLS', async () => {
    const open = await stage.sql<{ name: string; isEncrypted: boolean }>(
      `select a.application_name as name, s.ssl as "isEncrypted" from pg_stat_activity a join pg_stat_ssl s using (pid)
        where a.application_name like 'askline-%'`,
    )
    expect(open.length).toBeGreaterThan(2)
    expect(open.filter(({ isEncrypted }) => !isEncrypted)).toEqual([])
  })
})
