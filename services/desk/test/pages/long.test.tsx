import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findAccessibilityFaults } from './faults.ts'
import { keepQuestion, people, serveQuestions } from './kept-question.ts'
import { openDesk } from './open-desk.tsx'

const count = 2_500
/** Rows that a window of 800 px and its surroundings may hold. */
const mostRows = 60
const sides = ['user', 'expert'] as const

/** Opens a question that an expert answered, with `count` more messages of both, at the page of the reader. */
async function openLong(role: (typeof sides)[number]) {
  const question = keepQuestion('Which fees do I pay?')
  question.claim()
  const response = question.respond(people.expert, 'Which card?')
  for (let n = 1; n <= count; n++) {
    const author = n % 2 === 0 ? people.user : people.expert
    question.write(author, `Line ${n}${' and more'.repeat(n % 40)}`, { response })
  }
  question.read()
  const path = role === 'user' ? `/ask/q/${question.uuid}` : `/desk/claimed/${question.uuid}`
  await openDesk(path, serveQuestions(role, [question]), { role })
  await expect.element(page.getByText(`Line ${count} `)).toBeVisible()
  let sent = 0
  /** Adds `n` messages of the other side, and returns the text of the last. */
  const write = (n: number) => {
    for (let i = 0; i < n; i++)
      question.write(role === 'user' ? people.expert : people.user, `News ${++sent}.`, { response })
    return `News ${sent}.`
  }
  return { write }
}

const rows = () => [...document.querySelectorAll('[role=log] [data-row]')]

function scroller(): HTMLElement {
  let place = document.querySelector('[role=log]') as HTMLElement
  while (!/auto|scroll/.test(getComputedStyle(place).overflowY)) place = place.parentElement as HTMLElement
  return place
}

/** The first row in sight, with its place to the pixel. */
function firstInSight() {
  const inSight = rows().find((row) => row.getBoundingClientRect().bottom > 200)
  return { row: inSight?.getAttribute('data-row'), top: Math.round(inSight?.getBoundingClientRect().top ?? 0) }
}

/** Waits until nothing moves. */
const rest = () =>
  expect
    .poll(async () => {
      const one = firstInSight()
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      return JSON.stringify(firstInSight()) === JSON.stringify(one)
    })
    .toBe(true)

test.each(sides)(
  'a long conversation of the %s has few rows in the document, and all are reached by scrolling',
  async (role) => {
    await openLong(role)
    await expect
      .poll(
        () => {
          scroller().scrollTop -= 100_000
          expect(rows().length).toBeLessThan(mostRows)
          return page.getByText(/^Line 1 and/).elements().length
        },
        { timeout: 20_000, interval: 50 },
      )
      .toBe(1)
    expect(await findAccessibilityFaults()).toEqual([])
  },
)

test.each(sides)(
  'a long conversation of the %s stays where the reader is while messages arrive, and a button leads to them',
  async (role) => {
    const { write } = await openLong(role)
    await rest()
    const isAtEnd = () => {
      scroller().scrollTop -= 5_000
      return page.getByText(`Line ${count} `).elements().length > 0
    }
    await expect.poll(isAtEnd).toBe(false)
    await rest()
    const before = firstInSight()
    const newest = write(20)

    const button = page.getByRole('button', { name: 'New message' })
    await expect.element(button).toBeVisible()
    await rest()
    expect(firstInSight()).toEqual(before)
    await button.click()
    await expect.element(page.getByText(newest, { exact: true })).toBeVisible()
    expect(rows().length).toBeLessThan(mostRows)
  },
)

test.each(sides)(
  'a long conversation of the %s follows the end if the reader is there, under a field whose text stays',
  async (role) => {
    const { write } = await openLong(role)
    const field = page.getByRole('textbox', { name: /Write (a message|an answer)/ })
    await field.click()
    await userEvent.keyboard('Half a sentence{ArrowLeft}')
    await rest()
    const placeOf = () => field.element().getBoundingClientRect().toJSON()
    const before = placeOf()
    const newest = write(10)

    await expect.element(page.getByText(newest, { exact: true })).toBeVisible()
    await rest()
    await expect.element(page.getByText(newest, { exact: true })).toBeInViewport()
    expect(placeOf()).toEqual(before)
    await userEvent.keyboard('!')
    await expect.element(field).toHaveValue('Half a sentenc!e')
  },
)

test('a long conversation of an expert has rows in sight after what stands above it grew', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  await openLong('expert')
  await page.viewport(500, 800)
  await rest()
  const facts = scroller().querySelector('dl') as HTMLElement
  facts.style.paddingBlockEnd = '2000px'
  scroller().scrollTop = scroller().scrollHeight / 2

  const inSight = () =>
    [...document.querySelectorAll('[role=log] [data-row] article')]
      .map((row) => row.getBoundingClientRect())
      .filter(({ bottom, top }) => bottom > 150 && top < 600)
  await expect.poll(() => inSight().length).toBeGreaterThan(0)
  expect(rows().length).toBeLessThan(mostRows)
})
