import { attackLine, attackText, strangeHost } from '@askline/testing/attacks'
import { lookAt } from '@askline/testing/look-at'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { adminPages } from './admin-pages.ts'
import { shownPage, waitUntilLoaded } from './faults.ts'
import { type DeskOptions, openDesk } from './open-desk.tsx'
import { type Answers, uuidOf } from './service.ts'

/** Members of answers that no person writes, and that the pages act upon. */
const ours = new Set([
  'uuid',
  'socketUrl',
  'timeZone',
  'access_token',
  'version',
  'nextCursor',
  'path',
  'correlationId',
  'expectedIn',
])
const ofManyLines = new Set(['text', 'body', 'question', 'answer'])
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Returns the attack that stands for a text of a name. It begins with the name, by which the page is seen to show it. */
function attackOf(name: string): string | undefined {
  if (ours.has(name)) return undefined
  if (name.endsWith('Html')) return `<p>${escaped(`${name} ${attackText}`)}</p>`
  return `${name} ${ofManyLines.has(name) ? attackText : attackLine}`
}

const openHostile = (path: string, answers: Answers, options: DeskOptions = {}) =>
  openDesk(path, answers, { ...options, textOf: attackOf })

const { alert } = window
const said: unknown[] = []
beforeEach(() => {
  window.alert = (words) => void said.push(words)
  performance.clearResourceTimings()
})
afterEach(() => {
  window.alert = alert
  expect(said.splice(0)).toEqual([])
  const strange = performance.getEntriesByType('resource').filter(({ name }) => name.includes(strangeHost))
  expect(strange.map(({ name }) => name)).toEqual([])
})

/** Unfolds everything and waits until every mark can be read. Expects that the page is harmless at two widths. */
async function expectHarmless(shows: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      for (const one of document.querySelectorAll('details')) one.open = true
      const { shown } = await lookAt(shownPage)
      return shows.filter((mark) => !shown.includes(`${mark} <script>`))
    })
    .toEqual([])
  for (const width of [1280, 360]) {
    await page.viewport(width, 800)
    expect((await lookAt(shownPage)).faults).toEqual([])
  }
  await page.viewport(1280, 800)
}

test.each(Object.entries(adminPages))('hostile texts are shown as text on /desk/admin%s', async (path, one) => {
  await openHostile(`/desk/admin${path}`, one.answers)
  await waitUntilLoaded()
  await expectHarmless(one.shows)
  if (one.open) {
    await one.open()
    await expectHarmless([])
  }
})

test('hostile texts are shown on all pages of the administration', async () => {
  await openDesk('/desk/admin', adminPages['']?.answers)
  await expect.element(page.getByRole('navigation')).toBeVisible()
  const places = [...document.querySelectorAll('nav a[href^="/desk/admin"]')]
  const paths = places.map((link) => link.getAttribute('href')?.slice('/desk/admin'.length) ?? '')
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !(path in adminPages))).toEqual([])
})

const uuid = uuidOf(1)
const expert = { role: 'expert' } as const
const typed = attackLine.slice(0, 2_000)
const asHtml = (text: string) => `<p>${escaped(text)}</p>`

test('a saved reply whose title and text are hostile is shown as typed', async () => {
  let replies: object[] = []
  await openDesk(
    '/desk/replies',
    {
      'GET /v1/replies': () => ({ replies }),
      'POST /v1/replies': ({ body }) => {
        replies = [body]
        return body
      },
    },
    expert,
  )
  await page.getByRole('button', { name: 'New reply' }).first().click()
  for (const name of ['Title', 'Text'])
    await page.getByRole('textbox', { name }).fill(`reply ${attackLine.slice(0, 80)}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'reply <script>' })).toBeVisible()
  await expectHarmless(['reply'])
})

test('what an expert types is shown as typed: a note, a saved reply in the list, an answer and its preview', async () => {
  const notes: object[] = []
  const question = { isClaimed: false, claim: undefined, conversation: { messages: [], responses: [] } }
  const { asked } = await openDesk(
    `/desk/offers/${uuid}`,
    {
      'GET /v1/experts/me/questions': { questions: [{ ...question, uuid }] },
      'GET /v1/questions/{uuid}': question,
      'GET /v1/questions/{uuid}/notes': () => ({ notes }),
      'GET /v1/me/drafts/{uuid}': { text: '' },
      'PUT /v1/me/drafts/{uuid}': {},
      'GET /v1/messages': { messages: [] },
      'GET /v1/replies': { replies: [{ title: `title ${typed}`, shortcut: 'a', text: typed }] },
      'POST /v1/questions/{uuid}/notes': ({ body }) => {
        notes.push({ text: body.text, textHtml: asHtml(body.text) })
        return notes[0] ?? {}
      },
      'POST /v1/previews': ({ body }) => ({ bodyHtml: asHtml(body.text) }),
    },
    expert,
  )
  await page.getByRole('button', { name: 'Note' }).click()
  await page.getByRole('textbox', { name: 'Internal note' }).fill(`note ${typed}`)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectHarmless(['note'])
  const editor = page.getByRole('textbox', { name: /Write an answer/ })
  await editor.fill('/')
  await expect.element(page.getByRole('listbox', { name: 'Saved replies' }).getByRole('option').first()).toBeVisible()
  await expectHarmless(['title'])
  await editor.fill(`preview ${typed}`)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect.element(page.getByRole('region', { name: 'Preview' })).toHaveTextContent('preview <script>')
  await expectHarmless(['preview'])
  expect(asked('POST /v1/questions/{uuid}/notes')[0]?.body).toEqual({ text: `note ${typed}` })
})
