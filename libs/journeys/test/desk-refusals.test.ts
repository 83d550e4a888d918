import { readFileSync } from 'node:fs'
import { findEnglish } from '@askline/testing/find-english'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { browserPath, raisePages } from '../src/index.ts'

const readTexts = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../services/desk/messages/${path}.json`, import.meta.url), 'utf8'))
const texts: Record<string, string> = Object.assign(
  {},
  ...['desk', 'admin', 'training'].map((part) => readTexts(`${part}/de`)),
)

/** A form of a page below `/desk`. Labels are keys of messages. */
type Form = {
  form: string
  path: string
  /** The button that opens the form. Otherwise the page shows it. */
  opener?: string
  /** The value of each field. A file is its content. */
  typed: Record<string, string | { file: string }>
  /** The button that sends the form. */
  send: string
  /** The button of the question before it is sent, and what it asks to type. */
  confirm?: { button: string; typed?: string }
  /** The field that is refused, and why. */
  refused: string
  says: string
  /** An answer for input that browsers do not send. */
  answer?: { code: string; details: { field: string; rule: string; message: string }[] }
}

describe.skipIf(browserPath === undefined)('input that the service refuses', async () => {
  if (browserPath === undefined) return
  const pages = await raisePages({ experts: 1, isSandbox: true })
  const { stage, company, openAdmin } = pages
  afterEach(() => pages.closeVisitors())
  afterAll(() => pages.stop())

  const idOf = async (table: string) => {
    const [row] = await stage.sql<{ id: string }>(`select id from ${table} where company_id = $1`, [company.companyId])
    return row?.id ?? ''
  }
  await stage.sql(
    `insert into knowledge (id, company_id, question, answer) values (gen_random_uuid(), $1, 'Is it open?', 'Yes.')`,
    [company.companyId],
  )
  const [category, integration, known] = [await idOf('categories'), await idOf('integrations'), await idOf('knowledge')]
  const { userId: expert = '' } = company.experts[0] ?? {}
  const noLanguage = 'Das ist kein Sprachcode nach ISO 639-1 wie „de“.'
  const taken = 'Diese E-Mail-Adresse wird schon verwendet.'
  const tooHigh = 'Diese Grenze ist höher als erlaubt.'
  const bidi = 'ein unsichtbares Zeichen'

  const forms: Form[] = [
    {
      form: 'a new category',
      path: '/admin/categories',
      opener: 'categories.add',
      typed: { 'categories.name': 'General' },
      send: 'categories.add',
      refused: 'categories.name',
      says: 'Eine Kategorie mit diesem Namen gibt es schon.',
    },
    {
      form: 'a category',
      path: `/admin/categories/${category}`,
      typed: { 'setting.waveSizes': '3, 2000' },
      send: 'me.save',
      refused: 'setting.waveSizes',
      says: 'Eintrag 2: Diese Zahl ist zu groß.',
    },
    {
      form: 'a new expert with an address that is taken',
      path: '/admin/experts',
      opener: 'experts.add',
      typed: { 'experts.name': 'Grace', 'experts.email': company.dora.email, 'experts.languages': 'en' },
      send: 'experts.add',
      refused: 'experts.email',
      says: taken,
    },
    {
      form: 'a new expert with an unknown language',
      path: '/admin/experts',
      opener: 'experts.add',
      typed: { 'experts.name': 'Grace', 'experts.email': 'grace@example.com', 'experts.languages': 'en, zz' },
      send: 'experts.add',
      refused: 'experts.languages',
      says: `Eintrag 2: ${noLanguage}`,
    },
    {
      form: 'an expert',
      path: `/admin/experts/${expert}`,
      typed: { 'experts.topics': 'cards, lo\u202eans' },
      send: 'me.save',
      refused: 'experts.topics',
      says: `Eintrag 2: Der Text enthält ${bidi}`,
    },
    {
      form: "a person's credential",
      path: `/admin/experts/${expert}`,
      opener: 'credentials.change',
      typed: { 'credentials.writesPerMinute': '1000000000' },
      send: 'credentials.save',
      refused: 'credentials.writesPerMinute',
      says: tooHigh,
    },
    {
      form: 'a new member of the staff',
      path: '/admin/staff',
      opener: 'staff.add',
      typed: { 'staff.name': 'Otto', 'staff.email': company.dora.email, 'staff.role': 'admin' },
      send: 'staff.add',
      refused: 'staff.email',
      says: taken,
    },
    {
      form: 'a member of the staff',
      path: `/admin/staff/${company.dora.userId}`,
      typed: { 'staff.email': company.edda.email },
      send: 'me.save',
      refused: 'staff.email',
      says: taken,
    },
    {
      form: 'a new integration',
      path: '/admin/integrations',
      opener: 'integrations.add',
      typed: { 'integrations.name': 'Kiosk', 'integrations.systemId': 'shop' },
      send: 'integrations.add',
      refused: 'integrations.systemId',
      says: 'Diese Systemkennung wird schon verwendet.',
    },
    {
      form: 'an integration',
      path: `/admin/integrations/${integration}`,
      typed: { 'integrations.redirects': 'https://shop.example/back\nftp://shop.example/back' },
      send: 'me.save',
      refused: 'integrations.redirects',
      says: 'Diese Rücksprungadresse ist nicht möglich.',
    },
    {
      form: "an integration's secret",
      path: `/admin/integrations/${integration}`,
      opener: 'credentials.change',
      typed: { 'credentials.readsPerMinute': '1000000000' },
      send: 'credentials.save',
      refused: 'credentials.readsPerMinute',
      says: tooHigh,
    },
    {
      form: 'a new answer',
      path: '/admin/knowledge',
      opener: 'knowledge.add',
      typed: { 'knowledge.question': 'Why?', 'knowledge.answer': 'Therefore.', 'knowledge.language': 'zz' },
      send: 'knowledge.add',
      refused: 'knowledge.language',
      says: noLanguage,
    },
    {
      form: 'a known answer',
      path: `/admin/knowledge/${known}`,
      typed: { 'knowledge.answer': '\u2800' },
      send: 'me.save',
      refused: 'knowledge.answer',
      says: 'Hier fehlt ein sichtbares Zeichen.',
    },
    {
      form: 'the company',
      path: '/admin/company',
      typed: { 'company.name': 'A \u202eCompany' },
      send: 'me.save',
      refused: 'company.name',
      says: bidi,
    },
    {
      form: 'a list of the company',
      path: '/admin/company',
      typed: { 'setting.bannedDomains': 'spam.example\nnot a domain' },
      send: 'me.save',
      refused: 'setting.bannedDomains',
      says: 'Zeile 2: Das ist keine Domain wie spam.example.',
    },
    {
      form: 'the scale of the company',
      path: '/admin/company',
      typed: { 'rating.values': 'OK\nnot good' },
      send: 'me.save',
      refused: 'rating.values',
      says: 'Zeile 2: Nur Buchstaben, Ziffern, Bindestriche',
    },
    {
      form: 'the widget',
      path: '/admin/widget',
      typed: { 'setting.widgetOrigins': 'https://shop.example\nhttps://shop.example/path' },
      send: 'me.save',
      refused: 'setting.widgetOrigins',
      says: 'Zeile 2: Das ist keine Herkunft wie',
    },
    {
      form: 'a training file',
      path: '/admin/training',
      typed: { 'files.file': { file: 'utterance,kind\nWhere is my card?,card' } },
      send: 'files.upload',
      refused: 'files.file',
      says: 'Die Kopfzeile hat unbekannte Spalten.',
    },
    {
      form: 'a person to forget',
      path: '/admin/privacy',
      typed: { 'privacy.email': 'ada@example.com' },
      send: 'privacy.forget',
      confirm: { button: 'privacy.forget', typed: 'ada@example.com' },
      refused: 'privacy.email',
      says: 'Das ist keine E-Mail-Adresse.',
      answer: {
        code: 'invalid_request',
        details: [{ field: 'body.userEmail', rule: 'email', message: 'body.userEmail is not an e-mail address' }],
      },
    },
    {
      form: "a person's own password",
      path: '/me',
      typed: { 'me.passwordCurrent': 'not my password', 'me.passwordNew': 'a new password that is long' },
      send: 'me.passwordChange',
      refused: 'me.passwordCurrent',
      says: 'Das jetzige Passwort ist falsch.',
    },
    {
      form: 'a saved reply',
      path: '/replies',
      opener: 'replies.new',
      typed: { 'replies.titleLabel': 'Hours', 'replies.textLabel': '\u2800' },
      send: 'me.save',
      refused: 'replies.textLabel',
      says: 'Hier fehlt ein sichtbares Zeichen.',
    },
    {
      form: 'an advance of the clock',
      path: '/admin/clock',
      typed: { 'clock.by': 'P7D' },
      send: 'clock.advance',
      confirm: { button: 'clock.advance' },
      refused: 'clock.by',
      says: 'Diese Dauer ist nicht möglich.',
      answer: {
        code: 'duration_invalid',
        details: [{ field: 'advance', rule: 'range', message: 'advance must be forward, at least PT1S' }],
      },
    },
  ]

  /** Opens, fills and sends the form. Returns where its fields are. */
  async function send(page: Page, { path, opener, typed, send, confirm, answer }: Form) {
    const press = (place: Page | Locator, key: string) =>
      place.getByRole('button', { name: texts[key], exact: true }).first().click()
    if (page.url() === 'about:blank') await page.goto(`/desk${path}`)
    // As a link would, because the page is loaded once.
    else await page.evaluate(`history.pushState(null, '', '/desk${path}')`)
    if (opener !== undefined) await press(page, opener)
    const place = page.getByRole(opener === undefined ? 'main' : 'dialog')
    for (const [label, value] of Object.entries(typed)) {
      const field = place.getByLabel(texts[label] ?? label, { exact: true })
      if (typeof value !== 'string')
        await field.setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from(value.file) })
      else if (await field.evaluate((one: { tagName: string }) => one.tagName === 'SELECT'))
        await field.selectOption(value)
      else await field.fill(value)
    }
    if (answer) {
      const { code, details } = answer
      const body = { error: { code, message: details[0]?.message, details }, meta: { correlationId: 'x' } }
      await page.route('**/v1/**', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 400, json: body }) : route.fallback(),
      )
    }
    await press(place, send)
    if (confirm) {
      const dialog = page.getByRole('dialog')
      if (confirm.typed !== undefined) await dialog.getByRole('textbox').fill(confirm.typed)
      await press(dialog, confirm.button)
    }
    return place
  }

  const describedAs = (field: Locator) =>
    field.evaluate(
      (one: {
        getAttribute(name: string): string | null
        ownerDocument: { getElementById(id: string): { textContent: string } | null }
      }) =>
        (one.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => one.ownerDocument.getElementById(id)?.textContent)
          .join(' '),
    )

  /** Leaves a form without what was typed. */
  async function leave(page: Page): Promise<void> {
    await page.keyboard.press('Escape')
    const discard = page.getByRole('button', { name: texts['save.discard'], exact: true })
    if (await discard.isVisible()) await discard.click()
    await page.unrouteAll()
  }

  /** Sends a form and returns what is wrong with how it was refused. */
  async function findFaultsOf(page: Page, form: Form): Promise<string[]> {
    const place = await send(page, form)
    const field = place.getByLabel(texts[form.refused] ?? '', { exact: true })
    const isRefused = await field
      .and(page.locator('[aria-invalid="true"]:focus'))
      .waitFor()
      .then(
        () => true,
        () => false,
      )
    if (!isRefused) return [`${form.form}: ${form.refused} is not refused, or has not the focus`]
    const faults: string[] = []
    const said = await describedAs(field)
    if (!said.includes(form.says)) faults.push(`${form.form}: ${form.refused} says ${said}`)
    for (const [label, value] of Object.entries(form.typed)) {
      const kept = await place.getByLabel(texts[label] ?? label, { exact: true }).inputValue()
      if (!kept.endsWith(typeof value === 'string' ? value : 'wrong.csv'))
        faults.push(`${form.form}: ${label} has become ${kept}`)
    }
    const english = await findEnglish(page)
    return [...faults, ...english.map((sentence) => `${form.form}: ${sentence}`)]
  }

  test('is told in the language of the page at its field, which has the focus', async () => {
    const { page } = await openAdmin('about:blank', company, { locale: 'de-DE' })
    page.setDefaultTimeout(10_000)
    const faults: string[] = []
    for (const form of forms) {
      faults.push(...(await findFaultsOf(page, form)))
      await leave(page)
    }
    expect(faults).toEqual([])
  })
})
