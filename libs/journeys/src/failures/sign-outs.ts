import { setTimeout as pause } from 'node:timers/promises'
import { fetchToken, openCaller } from '../clients/caller.ts'
import { openSocketListener, type SocketListener } from '../clients/socket-listener.ts'
import { defineFailure } from './failure.ts'

type Size = { sockets: number; withinMs: number }

export const signOuts = defineFailure<Size>({
  id: 'F29',
  title: 'sign-out and removal of an expert with live sockets',
  promise: 'closes their sockets within two seconds, and they hear nothing after',
  needs: { notifiers: 2 },
  short: { sockets: 20, withinMs: 3_000 },
  full: { sockets: 100, withinMs: 2_000 },

  async run(scene, { sockets, withinMs }) {
    const { stage, company, ada, within, must, askMany, unrouted } = scene
    const [api = ''] = stage.apiUrls
    const [bruno] = company.experts
    if (!bruno) throw new Error('The company has no expert')
    const ledger = await askMany(1)
    const questionUuid = ledger[0]?.uuid ?? ''
    await within(10_000, 'The question is offered', async () => (await unrouted()) === 0)

    const leavers = await Promise.all(
      Array.from({ length: sockets }, (_, n) => fetchToken(api, company.integration, `leaver${n}@example.com`)),
    )
    const seat = async (token: string, n: number) =>
      openSocketListener(stage.notifierUrls[n % stage.notifierUrls.length] ?? '', token)
    const leaving = await Promise.all(leavers.map(seat))
    const experts = await Promise.all(
      Array.from({ length: sockets }, async (_, n) => seat(await fetchToken(api, bruno), n)),
    )
    const staying = await Promise.all([0, 1].map((n) => seat(ada.token, n)))
    for (const listener of staying) await listener.watch(questionUuid)
    // Leavers watch their own question. Bruno's inbox receives doorbells without a subscription.
    const own = await Promise.all(
      leavers.map(async (token, n) => {
        const asked = await openCaller(stage.apiUrls, token).post<{ uuid: string }>('/questions', { text: 'My PIN?' })
        await leaving[n]?.watch(asked.data.uuid)
        return asked.data.uuid
      }),
    )
    await within(20_000, 'The questions are offered', async () => (await unrouted()) === 0)

    const revoked = await Promise.all(leavers.map((token) => revoke(api, company.integration, token)))
    must(
      revoked.every((status) => status === 200),
      `A sign-out was answered with ${revoked.join()}`,
    )
    const edda = openCaller(stage.apiUrls, await fetchToken(api, company.edda))
    const removed = await edda.post(`/admin/experts/${bruno.userId}/deactivate`)
    must(removed.status === 200, `The removal was answered with ${removed.status}`)
    const gone = [...leaving, ...experts]
    const closedMs = await within(withinMs, 'Every socket is closed', () =>
      gone.every((listener) => !listener.isConnected()),
    )

    const heard = () => gone.reduce((sum, listener) => sum + listener.changes.length + listener.inbox.length, 0)
    const before = heard()
    const dora = openCaller(stage.apiUrls, await fetchToken(api, company.dora))
    for (const uuid of own) await dora.post(`/questions/${uuid}/close`)
    await ada.post('/messages', { questionUuid, text: 'Is there any news?' })
    await within(5_000, 'Those who stayed hear on', () =>
      staying.every((listener) => listener.versionOf(questionUuid) > 2),
    )
    await pause(300)
    must(heard() === before, `${heard() - before} doorbells rang at somebody who had gone`)
    for (const listener of [...gone, ...staying] as SocketListener[]) listener.close()
    return { injected: `${sockets} sign-outs, one expert with ${sockets} sockets`, ledger, recoveredMs: closedMs }
  },
})

/** Revokes a token of the client (RFC 7009) and returns the status. */
async function revoke(
  api: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  token: string,
) {
  const response = await fetch(`${api}/v1/oauth/logout`, {
    method: 'POST',
    body: new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret }),
  })
  await response.body?.cancel()
  return response.status
}
