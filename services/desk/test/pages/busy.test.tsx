import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showLoadFailure } from '../../src/ui/load-failure.ts'
import { adminPages } from './admin-pages.ts'
import { takeComplaints } from './complaints.ts'
import { findAccessibilityFaults, waitUntilLoaded } from './faults.ts'
import { openDesk } from './open-desk.tsx'
import { type Answers, type Asked, breakAnswer, exactly, refuse, refuseForNow } from './service.ts'

const mint = 'POST /v1/oauth/session/token'
/** A token that is over at once, so that the next page needs another one. */
const shortToken = { access_token: 'of-a-test', expires_in: 0 }
const webhooks: Answers = { 'GET /v1/admin/webhooks': { webhooks: [] } }
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

/** Lets the page count seconds down at once. */
function skipSeconds() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return async (seconds: number) => {
    for (let n = 0; n < seconds; n++) {
      vi.advanceTimersByTime(1_000)
      // React draws each second.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
}

test('a browser that signed in too often within a minute says so and goes on by itself when it may', async () => {
  const skip = skipSeconds()
  const { answer, asked } = await openDesk('/desk/admin/webhooks', { ...webhooks, [mint]: refuseForNow(429, 7) })
  await expect.element(heading('Too many sign-ins within a minute.')).toBeVisible()
  await expect.element(page.getByText('The page tries again by itself in 7 s.')).toBeVisible()
  expect(page.getByRole('button').query()).toBeNull()
  expect(await findAccessibilityFaults()).toEqual([])

  answer({ [mint]: shortToken })
  await skip(6)
  await expect.element(page.getByText('The page tries again by itself in 1 s.')).toBeVisible()
  expect(asked(mint)).toHaveLength(1)
  await skip(1)
  await expect.element(heading('Webhooks')).toBeVisible()
})

test('while the service is overloaded a page says so, waits longer after each try, and tries at once when asked to', async () => {
  const skip = skipSeconds()
  const me = 'GET /v1/me'
  const person = { role: 'admin', socketUrl: location.origin }
  const { answer, asked } = await openDesk('/desk/admin/webhooks', {
    ...webhooks,
    [mint]: shortToken,
    [me]: refuse(503, 'overloaded'),
  })
  await expect.element(heading('The service cannot answer right now.')).toBeVisible()
  await skip(2)
  await expect.element(page.getByText('The page tries again by itself in 4 s.')).toBeVisible()
  expect(asked(me)).toHaveLength(2)

  answer({ [me]: person })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(heading('Webhooks')).toBeVisible()
})

test('a sign-in that meets an overloaded service is finished later, with the same code', async () => {
  const skip = skipSeconds()
  const open = 'POST /v1/oauth/session'
  const { answer, asked, reload } = await openDesk('/desk/admin/webhooks', { ...webhooks, [mint]: shortToken })
  await expect.element(heading('Webhooks')).toBeVisible()
  const kept = { verifier: 'v', state: 's', returnTo: '/desk/admin/webhooks' }
  sessionStorage.setItem('askline-sign-in', JSON.stringify(kept))
  answer({ [open]: refuseForNow(503, 1) })
  reload(`/desk/callback?code=c&state=s&iss=${location.origin}`)
  await expect.element(heading('The service cannot answer right now.')).toBeVisible()

  answer({ [open]: shortToken })
  await skip(2)
  await expect.element(heading('Webhooks')).toBeVisible()
  expect(asked(open).map(({ body }) => body.code)).toEqual(['c', 'c'])
  expect(location.search).toBe('')
})

test('a page that waits for an overloaded service says so until the answer comes', async () => {
  const line = page.getByText('The service cannot answer right now. The page tries again by itself.')
  const { answer } = await openDesk('/desk/admin/webhooks', {
    [mint]: shortToken,
    'GET /v1/admin/webhooks': refuse(503, 'overloaded'),
  })
  await expect.element(line).toBeVisible()

  answer(webhooks)
  await expect.element(page.getByText('There is no webhook yet.')).toBeVisible()
  await expect.element(line).not.toBeInTheDocument()
})

test('a page whose frame cannot be drawn says so instead of being blank', async () => {
  const agent = { role: 'agent', company: exactly(null), socketUrl: location.origin }
  await openDesk('/desk/queue', { [mint]: shortToken, 'GET /v1/me': breakAnswer(agent) }, { role: 'agent' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('This page could not be shown.')
  await expect.element(page.getByRole('button', { name: 'Load the page again' })).toBeVisible()
  expect(takeComplaints()).not.toEqual([])
})

test('a page whose script does not arrive says so instead of being blank', async () => {
  const root = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'root' }))
  onTestFinished(() => root.remove())
  showLoadFailure()
  await expect.element(heading('This page could not be loaded.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Load the page again' })).toBeVisible()
})

test('every page of the administration says that nothing could be loaded, with a way to try again', async () => {
  const broken = refuse(500, 'internal')
  const all = Object.values(adminPages).flatMap(({ answers }) => Object.keys(answers))
  const { reload } = await openDesk('/desk/admin/webhooks', {
    [mint]: shortToken,
    ...Object.fromEntries(all.map((name) => [name, broken])),
    'GET /v1/admin/webhooks': broken,
  })
  for (const path of Object.keys(adminPages)) {
    reload(`/desk/admin${path}`)
    await waitUntilLoaded()
    await expect.element(page.getByRole('button', { name: 'Try again' }).first(), { message: path }).toBeVisible()
  }
})

test.each([
  ['expert', '/desk/offers'],
  ['expert', '/desk/replies'],
  ['agent', '/desk/queue'],
  ['user', '/ask'],
] as const)('an %s whose page %s cannot be loaded learns it, and how it goes on', async (role, path) => {
  const broken = (_: Asked) => refuse(500, 'internal')
  await openDesk(
    path,
    {
      [mint]: shortToken,
      'GET /v1/experts/me/questions': broken,
      'GET /v1/agents/questions': broken,
      'GET /v1/questions': broken,
      'GET /v1/replies': broken,
    },
    { role },
  )
  await expect.element(page.getByText(/^(The page tries again by itself\.|Try again)$/).first()).toBeVisible()
})
