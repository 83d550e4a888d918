import type { QuestionView } from '@askline/contracts'
import { startRedisCluster } from '@askline/testing/servers'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import { fetchToken, openCaller, openSocketListener, raiseStage } from '../src/index.ts'

// The stand-in for Redis has no cluster.
const isPossible = inject('askline').redisIsReal

describe.skipIf(!isPossible)('services on a Redis Cluster of three nodes', async () => {
  if (!isPossible) return
  const cluster = await startRedisCluster()
  afterAll(() => cluster.stop())
  const stage = await raiseStage({
    notifiers: 2,
    redisUrl: cluster.url,
    env: { RATE_LIMIT_STORE: 'redis' },
  })
  afterAll(() => stage.stop())
  const company = await stage.found({ experts: 1 })
  const api = stage.apiUrls[0] ?? ''

  test('take a question, offer it to an expert and tell the expert on the socket of either notifier', async () => {
    const [asker, expert] = await Promise.all([
      fetchToken(api, company.integration, 'ada@example.com'),
      fetchToken(api, company.experts[0] ?? company.dora),
    ])
    const listeners = await Promise.all(stage.notifierUrls.map((url) => openSocketListener(url, expert)))
    const asked = await openCaller([api], asker).post<QuestionView>('/questions', { text: 'Is anybody there?' })

    for (const listener of listeners) {
      await vi.waitFor(() => expect(listener.inbox.length).toBeGreaterThan(0), { timeout: 15_000, interval: 50 })
      listener.close()
    }
    const offers = await stage.sql('select 1 from offers where question_id = $1', [asked.data.uuid])
    expect(offers).toHaveLength(1)
    expect(stage.logs()).not.toMatch(/CROSSSLOT|MOVED/)
  })

  test('give each queue a hash tag of its own, and more than one node has work', async () => {
    const nodes = await cluster.keys()
    const tags = new Set(nodes.flat().map((key) => key.split(':')[0]))
    for (const queue of ['routing', 'text', 'training']) expect(tags).toContain(`{askline-${queue}}`)
    expect(nodes.filter((keys) => keys.length > 0).length).toBeGreaterThan(1)
  })
})
