import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { takeComplaints } from './complaints.ts'
import { findAccessibilityFaults, findFaultsOfLooks } from './faults.ts'
import { type KeptQuestion, keepQuestion, people, serveQuestions } from './kept-question.ts'
import { openDesk } from './open-desk.tsx'
import { type Answers, breakAnswer, exactly, Refusal, refuse } from './service.ts'
import { ring } from './socket.ts'

const article = (text: string) => page.getByRole('article').filter({ hasText: text })
const editor = () => page.getByRole('textbox', { name: /^Write an? (answer|message)/ })
const send = () => userEvent.keyboard('{Control>}{Enter}{/Control}')

/** The further answers that the expert's own page needs. */
const ofMe: Answers = { 'GET /v1/me/sessions': {}, 'GET /v1/experts/me/record': {} }

type Options = { path?: string; answers?: Answers; preferences?: object }

/** Opens the desk of Bruno at the first of `questions`. */
function openExpert(questions: KeptQuestion[], { path, answers, preferences }: Options = {}) {
  const address = path ?? `/desk/offers/${questions[0]?.uuid ?? ''}`
  return openDesk(
    address,
    { ...serveQuestions('expert', questions), ...answers },
    { role: 'expert', ...(preferences ? { preferences } : {}) },
  )
}

test('an expert adds a note, which only experts and agents see', async () => {
  const question = keepQuestion('May I lend my card to a friend?')
  await openExpert([question])
  await expect.element(page.getByRole('button', { name: 'Note' })).toBeVisible()
  await userEvent.keyboard('n')
  await page.getByRole('textbox', { name: 'Internal note' }).fill('Known fraud pattern, <b>careful</b>.')
  await send()

  await expect.element(page.getByRole('article', { name: 'Internal note' })).toHaveTextContent('<b>careful</b>')
  await expect.element(page.getByText('Only experts and agents see this.')).toBeVisible()
  expect(question.notes).toHaveLength(1)
})

test.each([
  ['already_claimed', 'Somebody else was first.'],
  ['offer_closed', 'This question is no longer yours to see.'],
])('an expert whose claim is refused with %s, without a name, reads why and goes on', async (code, line) => {
  const question = keepQuestion('May I pay by cheque?')
  await openExpert([question], { answers: { 'POST /v1/questions/{uuid}/claim': refuse(400, code) } })
  await page.getByRole('button', { name: 'Claim' }).click()

  await expect.element(page.getByRole('status').filter({ hasText: line })).toBeVisible()
  expect(location.pathname).toBe('/desk/offers')
})

test('a link of a chat to a question opens it in the inbox', async () => {
  const question = keepQuestion('Do you repair kettles?')
  await openExpert([question], { path: `/desk/q/${question.uuid}` })

  await expect.element(page.getByRole('heading', { name: 'Do you repair kettles?' })).toBeVisible()
  expect(location.pathname).toBe(`/desk/offers/${question.uuid}`)
})

test('an expert marks an answer as resolved that was faster than the answer to the claim', async () => {
  const question = keepQuestion('Do you sharpen knives?')
  const { asked } = await openExpert([question], {
    answers: {
      'POST /v1/questions/{uuid}/claim': () => new Promise<never>(() => undefined),
      'POST /v1/responses/{uuid}/markAsResolved': {},
    },
  })
  await page.getByRole('button', { name: 'Claim' }).click()
  await editor().fill('On Fridays.')
  await send()
  await page.getByRole('button', { name: 'Mark resolved' }).click()

  await expect.poll(() => asked('POST /v1/responses/{uuid}/markAsResolved')).toHaveLength(1)
})

test('an expert without capacity stays at the question and reads why it cannot be claimed', async () => {
  const question = keepQuestion('Do you accept coins?')
  await openExpert([question], {
    answers: {
      'POST /v1/questions/{uuid}/claim': refuse(400, 'at_capacity', {
        message: 'You can take no questions, because your capacity is 0',
      }),
    },
  })
  await page.getByRole('button', { name: 'Claim' }).click()

  await expect.element(page.getByText(/^You can take no questions, because your capacity is 0/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Claim' })).toBeVisible()
})

test('the offers have a count in headings, title and navigation, o and f lead to each group, and Enter claims', async () => {
  const isOpenToAll = { offer: { isOpenToAll: true, hindrance: null, dateDue: null, reasons: [], reasonCodes: [] } }
  const own = keepQuestion('Is this offered to you?')
  const open = [keepQuestion('Is the first one open?', isOpenToAll), keepQuestion('And the second one?', isOpenToAll)]
  await openExpert([own, ...open], { path: '/desk/offers' })
  await expect.element(page.getByRole('heading', { name: 'For you: 1' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Open to everyone: 2' })).toBeVisible()
  await expect.poll(() => document.title).toBe('1 for you, 2 open to everyone · Offers · Askline')
  await expect.element(page.getByRole('link', { name: /^Offers.*1 for you, 2 open to everyone/ })).toBeVisible()
  await userEvent.keyboard('o')
  await expect.element(page.getByRole('heading', { name: 'Is the first one open?' })).toBeVisible()
  await expect.element(page.getByText('Open to every expert', { exact: true })).toBeVisible()
  await userEvent.keyboard('f')
  await expect.element(page.getByRole('heading', { name: 'Is this offered to you?' })).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])

  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('You are on it').first()).toBeVisible()
})

test('a new offer is shown as soon as the notifier announces it', async () => {
  const questions = [keepQuestion('Is this the first one?')]
  await openExpert(questions, { path: '/desk/offers' })
  await expect.element(page.getByRole('heading', { name: 'For you: 1' })).toBeVisible()
  const next = keepQuestion('And this?')
  questions.unshift(next)
  next.change({}, 'QUESTION_OFFERED')

  await expect.element(page.getByRole('link', { name: /And this/ })).toBeVisible()
})

test('from an offer to the sent answer it takes two keys beside the text', async () => {
  const question = keepQuestion('Where is the nearest branch?')
  await openExpert([question], { path: '/desk', preferences: { undoSeconds: 1 } })
  await expect.element(page.getByRole('link', { name: /nearest branch/ })).toBeVisible()

  await userEvent.keyboard('{Enter}')
  // Claimed already, so the field does not say that an answer claims the question.
  await expect.element(page.getByRole('textbox', { name: 'Write an answer', exact: true })).toHaveFocus()
  await userEvent.keyboard('At the station.')
  await send()
  await expect.element(page.getByText(/^Sent in 1 second/)).toBeVisible()

  await expect.element(page.getByRole('button', { name: 'Mark resolved' })).toBeVisible()
  expect(question.texts()).toEqual(['At the station.'])
})

test('the expert who was second gets the next offer focused', async () => {
  const [first, second] = [keepQuestion('Is my safe counted?'), keepQuestion('Is my account safe?')]
  const refused = refuse(400, 'already_claimed', { takenBy: { name: 'Carla' } })
  await openExpert([first, second], { path: '/desk', answers: { 'POST /v1/questions/{uuid}/claim': refused } })
  await expect.element(page.getByRole('link', { name: /counted/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')

  await expect.element(page.getByText('Carla was first.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /Is my account safe/ })).toHaveFocus()
})

test('an answer that the expert takes back is not sent, and its text stands in the editor again', async () => {
  const question = keepQuestion('Do you open on Sundays?')
  const { asked } = await openExpert([question], { preferences: { undoSeconds: 30 } })
  await editor().fill('Never on Sundays.')
  await send()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect.element(editor()).toHaveValue('')
  expect(await findAccessibilityFaults()).toEqual([])

  await userEvent.keyboard('{Escape}z')

  await expect.element(editor()).toHaveValue('Never on Sundays.')
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(asked('POST /v1/questions/{uuid}/responses')).toEqual([])
})

test('an expert takes an answer back with Ctrl+Z in the empty field, and leaves the field with Escape', async () => {
  const question = keepQuestion('Do you sharpen knives?')
  const { asked } = await openExpert([question], {
    preferences: { undoSeconds: 30 },
    answers: { 'POST /v1/previews': { bodyHtml: 'On Fridays.' } },
  })
  const undo = page.getByRole('button', { name: 'Undo' })
  await editor().fill('On Fridays.')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect.element(page.getByRole('region', { name: 'Preview' })).toBeVisible()
  await editor().click()
  await send()
  await expect.element(undo).toHaveTextContent('Ctrl+Z')
  await expect.element(page.getByRole('region', { name: 'Preview' })).not.toBeInTheDocument()

  // Undo first removes the text that was typed since then.
  await userEvent.keyboard('z{Control>}z{/Control}')
  await expect.element(undo).toBeVisible()
  await editor().fill('')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(undo).not.toBeInTheDocument()
  await expect.element(editor()).toHaveValue('On Fridays.')

  await send()
  await editor().fill('Bring them in paper.')
  await userEvent.keyboard('{Escape}')
  await expect.element(editor()).not.toHaveFocus()
  await userEvent.keyboard('z')
  await expect.element(editor()).toHaveValue('On Fridays.\n\nBring them in paper.')
  expect(asked('POST /v1/questions/{uuid}/responses')).toEqual([])
})

test('an answer is sent after the time to undo, also if the clock is set back meanwhile', async () => {
  const question = keepQuestion('When do you close?')
  await openExpert([question], { preferences: { undoSeconds: 1 } })
  const { now } = Date
  onTestFinished(() => {
    Date.now = now
  })
  await editor().fill('At six.')
  await send()
  await expect.element(page.getByText(/Sent in 1 second/)).toBeVisible()
  Date.now = () => now() - 3_600_000

  await expect.poll(() => question.texts()).toEqual(['At six.'])
  expect(page.getByText(/Sent in \d{2,}/).query()).toBeNull()
})

test('a page that ends sends what waits, and the next page sends it again under the same key', async () => {
  const question = keepQuestion('Do you lend umbrellas?')
  const { asked, reload } = await openExpert([question], { preferences: { undoSeconds: 30 } })
  await editor().fill('At every counter.')
  await send()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  window.dispatchEvent(new Event('pagehide'))
  reload('/desk/offers')

  const keys = () => asked('POST /v1/questions/{uuid}/responses').map(({ headers }) => headers.get('idempotency-key'))
  await expect.poll(() => keys().length).toBe(2)
  expect(new Set(keys()).size).toBe(1)
})

test('a stored answer that arrived days ago is not sent again after its key was forgotten', async () => {
  const question = keepQuestion('Do you lend bicycles?')
  question.claim()
  question.respond(people.expert, 'In summer only.')
  const { asked, reload } = await openExpert([question], { path: '/desk/me', answers: ofMe })
  const stored = {
    key: crypto.randomUUID(),
    kind: 'response',
    questionUuid: question.uuid,
    text: 'In summer only.',
    writtenAt: new Date(Date.now() - 48 * 3_600_000).toISOString(),
    sendAfter: 0,
  }
  localStorage.setItem(`askline-sends:${people.expert.uuid}:former`, JSON.stringify([stored]))
  reload('/desk/answered')

  await expect.poll(() => Object.keys(localStorage).filter((name) => name.startsWith('askline-sends:'))).toEqual([])
  expect(asked('POST /v1/questions/{uuid}/responses')).toEqual([])
})

test('a refused answer to a question that is lost is shown with its text and its reason, until it is deleted', async () => {
  const question = keepQuestion('Do you rent safes?')
  const message = 'It is not yours any more.'
  const { answer, reload } = await openExpert([question])
  await expect.element(editor()).toBeVisible()
  answer({
    'POST /v1/questions/{uuid}/responses': new Refusal(404, { code: 'question_not_found', message }),
    'GET /v1/questions/{uuid}': refuse(404, 'question_not_found'),
  })
  await editor().fill('In the cellar.')
  await send()
  await expect.element(page.getByText('In the cellar.')).toBeVisible()
  reload()
  await expect.element(page.getByText('This question is no longer yours to see.')).toBeVisible()

  await expect.element(page.getByText('This was not sent.')).toBeVisible()
  await expect.element(page.getByText(message)).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])
  await page.getByRole('button', { name: 'Delete the text' }).click()
  await expect.element(page.getByText('In the cellar.')).not.toBeInTheDocument()
})

test('a list that cannot be loaded says so with an id for support, and appears as soon as it can', async () => {
  const question = keepQuestion('Do you cash cheques?')
  const list = 'GET /v1/experts/me/questions'
  const { answer } = await openExpert([question], {
    path: '/desk/offers',
    answers: { [list]: refuse(403, 'insufficient_scope') },
  })
  await expect.element(page.getByText('The list could not be loaded.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy the id for support' })).toBeVisible()

  answer({ [list]: serveQuestions('expert', [question])[list] ?? {} })
  document.dispatchEvent(new Event('visibilitychange'))

  await expect.element(page.getByRole('link', { name: /cash cheques/ })).toBeVisible()
  await expect.element(page.getByText('The list could not be loaded.')).not.toBeInTheDocument()
})

test.each([
  [403, 'insufficient_scope', /could not be loaded/],
  [404, 'question_not_found', /no longer yours to see/],
  [500, 'internal', /could not be loaded/],
])(
  'a question that the service answers with %d shows why, and appears if it can be loaded later',
  async (status, code, shown) => {
    const question = keepQuestion('Do you sell stamps?')
    const one = 'GET /v1/questions/{uuid}'
    const { answer } = await openExpert([question], { answers: { [one]: refuse(status, code) } })
    await expect.element(page.getByText(shown)).toBeVisible()
    answer(serveQuestions('expert', [question]))

    // Only this one is tried again.
    if (status === 500) await expect.element(article('Do you sell stamps?')).toBeVisible()
  },
)

test('every key is listed by ?, and Ctrl+K goes to a page or a question', async () => {
  const question = keepQuestion('What is an IBAN?')
  await openExpert([question], { path: '/desk' })
  await expect.element(page.getByRole('link', { name: /IBAN/ })).toBeVisible()
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])
  await userEvent.keyboard('{Escape}')

  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: 'Page or question' }).fill('iban')
  expect(await findAccessibilityFaults()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(article('What is an IBAN?')).toBeVisible()
  expect(location.pathname).toBe(`/desk/offers/${question.uuid}`)
})

test('a reader of a question sees that another person writes in it', async () => {
  const question = keepQuestion('How long does a refund take?')
  await openExpert([question])
  await expect.element(editor()).toBeVisible()
  ring('composing', { questionUuid: question.uuid, name: 'Carla' })
  await expect.element(page.getByText('Carla is writing.')).toBeVisible()
})

test('a saved reply is inserted by its shortcut, with the names filled in, and can be undone', async () => {
  const question = keepQuestion('How do I get my PIN?')
  const replies: object[] = []
  const { reload } = await openExpert([question], {
    path: '/desk/replies',
    answers: {
      'GET /v1/replies': () => ({ replies }),
      'POST /v1/replies': ({ body }) => {
        replies.push(body)
        return body
      },
    },
  })
  await page.getByRole('button', { name: 'New reply' }).first().click()
  await page.getByRole('textbox', { name: 'Title' }).fill('PIN by post')
  await page.getByRole('textbox', { name: 'Shortcut' }).fill('pin')
  await page.getByRole('textbox', { name: 'Text' }).fill('Dear {asker}, the PIN comes by post. {me}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Dear {asker}' })).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

  reload(`/desk/offers/${question.uuid}`)
  await editor().click()
  await userEvent.keyboard('/pi')
  await expect.element(page.getByRole('option', { name: /PIN by post/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(editor()).toHaveValue('Dear Ada, the PIN comes by post. Bruno')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(editor()).toHaveValue('/pi')
})

test('a draft of another device is in the field, and of two changed drafts none is lost', async () => {
  const question = keepQuestion('Can I raise my limit for a week?')
  question.draft.write('Yes, in the app')
  await openExpert([question])
  await expect.element(editor()).toHaveValue('Yes, in the app')
  question.draft.write('Yes, in the app under Cards')
  await editor().fill('Yes, in the app or by phone')

  await expect.element(page.getByText('You wrote another text on another device:')).toBeVisible()
  await expect.element(page.getByText('Yes, in the app under Cards')).toBeVisible()
  await page.getByRole('button', { name: 'Keep the text here' }).click()
  await expect.poll(() => question.draft.value()).toBe('Yes, in the app or by phone')
})

test('an answer is previewed as its reader will see it, and is sent without the empty lines around it', async () => {
  const question = keepQuestion('What is a standing order?')
  const code = '    if (a) {\n        b()\n    }'
  const { asked } = await openExpert([question], {
    answers: { 'POST /v1/previews': { bodyHtml: '<p>A <strong>repeated</strong> transfer</p>' } },
  })
  await editor().fill(`\n${code}\n \n`)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect.element(page.getByRole('region', { name: 'Preview' }).getByText('repeated')).toBeVisible()
  expect(asked('POST /v1/previews').at(-1)?.body).toEqual({ text: code })
  expect(await findAccessibilityFaults()).toEqual([])
  await editor().click()
  await send()
  await expect.poll(() => question.texts()).toEqual([code])

  await userEvent.keyboard('{Escape}n')
  await page.getByRole('textbox', { name: 'Internal note' }).fill(`\n${code}\n`)
  await send()
  await expect.poll(() => question.notes.map(({ text }) => text)).toEqual([code])
})

test('the focus stays in the conversation after the button that had it goes away', async () => {
  const question = keepQuestion('Do you exchange coins?')
  await openExpert([question], { path: '/desk/offers' })
  const subject = page.getByRole('heading', { name: 'Do you exchange coins?' })
  await expect.element(page.getByRole('link', { name: /exchange coins/ })).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(page.getByRole('link', { name: /exchange coins/ })).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Claim' })).toBeVisible()
  await userEvent.keyboard('d')
  await expect.element(page.getByRole('textbox', { name: 'Why is this not for you?' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(subject).toHaveFocus()
  await userEvent.keyboard('n')
  await page.getByRole('textbox', { name: 'Internal note' }).fill('Only on Mondays.')
  await send()
  await expect.element(page.getByText('Only on Mondays.')).toBeVisible()
  await expect.element(subject).toHaveFocus()

  await userEvent.keyboard('c')
  await expect.element(editor()).toHaveFocus()
})

test('what cannot be drawn leaves the rest of the page, and brings the draft back when it can', async () => {
  const question = keepQuestion('Do you frame pictures?')
  const { answer, reload } = await openExpert([question], { answers: ofMe })
  const failed = page.getByText('This page could not be shown.')
  await editor().fill('Half a sentence')
  answer({ 'GET /v1/questions/{uuid}': breakAnswer({ conversation: { author: exactly(null) } }) })
  reload()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This page could not be shown.')
  await expect.element(page.getByText(/What you saved is kept, and so are drafts/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: /frame pictures/ })).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])

  answer({ 'GET /v1/experts/me/questions': breakAnswer({ questions: [{ state: exactly(null) }] }) })
  reload('/desk/offers')
  await expect.element(page.getByRole('heading', { level: 1, name: 'This page could not be shown.' })).toBeVisible()
  await page.getByRole('link', { name: 'You', exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Bruno' })).toBeVisible()

  answer(serveQuestions('expert', [question]))
  reload(`/desk/offers/${question.uuid}`)
  await expect.element(editor()).toHaveValue('Half a sentence')
  await expect.element(failed).not.toBeInTheDocument()
  expect(takeComplaints()).not.toEqual([])
})

test.each([
  ['/desk/nowhere', 'There is no such page.', 'Offers'],
  ['/desk/offers/not-a-uuid', 'There is no such question.', 'Back to the list'],
])('the address %s says that it leads nowhere, and leads to one that does', async (path, line, way) => {
  await openExpert([keepQuestion('Where am I?')], {
    path,
    answers: { 'GET /v1/questions/{uuid}': refuse(400, 'invalid_uuid') },
  })
  await expect.element(page.getByText(line)).toBeVisible()
  expect(await findAccessibilityFaults()).toEqual([])
  await page.getByRole('link', { name: way }).first().click()
  await expect.poll(() => location.pathname).toBe('/desk/offers')
})

test('the title of the window names the page or the question', async () => {
  const question = keepQuestion('Do you bind books?')
  await openExpert([question], { path: '/desk/offers', answers: ofMe })
  const expectTitle = (title: string) => expect.poll(() => document.title).toBe(title)
  await expectTitle('1 for you · Offers · Askline')
  await page.getByRole('link', { name: /bind books/ }).click()
  await expectTitle('1 for you · Do you bind books? · Askline')
  await page.getByRole('link', { name: 'You', exact: true }).click()
  await expectTitle('1 for you · You · Askline')
})

test('nothing is wrong with the looks of a question that an expert answered, in Arabic too', async () => {
  const question = keepQuestion('مرحبا، لا أستطيع تفعيل بطاقتي الجديدة. رقم الطلب 4711')
  question.claim()
  question.respond(people.expert, 'أهلا بك!')
  question.note(people.otherExpert, 'Sent on Monday.')
  await openExpert([question], { path: `/desk/claimed/${question.uuid}` })
  await expect.element(article('أهلا بك!')).toBeVisible()
  await expect.element(page.getByText('Sent on Monday.')).toBeVisible()
  expect(await findFaultsOfLooks()).toEqual([])
})

test.each(['/desk/offers', '/desk/answered', '/desk/replies'])(
  'nothing is wrong with the looks of %s',
  async (path) => {
    await openExpert([keepQuestion('How do I activate my card?')], { path })
    expect(await findFaultsOfLooks()).toEqual([])
  },
)
