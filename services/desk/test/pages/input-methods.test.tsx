import { expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { keepQuestion, serveQuestions } from './kept-question.ts'
import { openDesk } from './open-desk.tsx'
import { press } from './press.ts'

const openExpert = (path: string, questions = [keepQuestion('Where is my card?')]) =>
  openDesk(path.replace(':uuid', questions[0]?.uuid ?? ''), serveQuestions('expert', questions), { role: 'expert' })

/** Shows `text` in the focused field as a composition that has not ended. */
const compose = (text: string) =>
  cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })

/** Ends the composition with `text`. */
const commit = (text: string) => cdp().send('Input.insertText', { text })

test('Enter, arrows and Escape belong to the input method while it composes in the palette and the search', async () => {
  await openExpert('/desk/offers/:uuid')
  await expect.element(page.getByRole('button', { name: 'Note' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const palette = page.getByRole('combobox', { name: 'Page or question' })
  await expect.element(palette).toHaveFocus()
  await compose('answ')
  const chosen = palette.element().getAttribute('aria-activedescendant')
  await press('ArrowDown', 'ArrowDown')
  await press('Enter', 'Enter')
  await press('Escape', 'Escape')
  expect(location.pathname).toMatch(/^\/desk\/offers/)
  expect(palette.element().getAttribute('aria-activedescendant')).toBe(chosen)
  await commit('answ')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname).toBe('/desk/answered')

  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('card ')
  await compose('wh')
  await press('Escape', 'Escape')
  expect((search.element() as HTMLInputElement).value).toContain('card ')
  await commit('')
  await userEvent.keyboard('{Escape}')
  await expect.element(search).toHaveValue('')
})

test('Enter and Escape belong to the input method while it composes in a note, a reason and an answer', async () => {
  const question = keepQuestion('Where is my card?')
  await openExpert('/desk/offers/:uuid', [question])
  await expect.element(page.getByRole('button', { name: 'Note' })).toBeVisible()
  const fields = [
    { opener: 'n', field: page.getByRole('textbox', { name: 'Internal note' }) },
    { opener: 'd', field: page.getByRole('textbox', { name: /Why/ }) },
  ]
  for (const { opener, field } of fields) {
    await userEvent.keyboard(opener)
    await expect.element(field).toHaveFocus()
    await compose('zh')
    await press('Escape', 'Escape')
    await press('Enter', 'Enter', 2)
    await expect.element(field).toHaveValue('zh')
    await commit('')
    await userEvent.keyboard('{Escape}')
    await expect.element(field).not.toBeInTheDocument()
  }
  const answer = page.getByRole('textbox', { name: 'Write an answer' })
  await answer.click()
  await compose('hao')
  await press('Enter', 'Enter', 2)
  await press('Escape', 'Escape')
  await expect.element(answer).toHaveValue('hao')
  await expect.element(answer).toHaveFocus()
  expect(question.texts()).toEqual([])
})

test('Escape in a composition closes no dialog', async () => {
  await openExpert('/desk/replies')
  await page.getByRole('button', { name: 'New reply' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).click()
  await compose('zh')
  await press('Escape', 'Escape')

  await expect.element(dialog).toBeVisible()
  await commit('')
})

test('Escape in a composition empties no filter of the administration', async () => {
  await openDesk('/desk/admin/questions', {
    'GET /v1/admin/questions': {},
    'GET /v1/admin/categories': {},
    'GET /v1/admin/experts': {},
  })
  const search = page.getByRole('searchbox').first()
  await search.fill('card ')
  await compose('wh')
  await press('Escape', 'Escape')
  expect((search.element() as HTMLInputElement).value).toContain('card ')
  await commit('')
})

test('single keys work on German and Russian keyboards', async () => {
  const { reload } = await openExpert('/desk/answered', [keepQuestion('How do I change my limit?')])
  const search = page.getByRole('searchbox', { name: 'Search' })
  await expect.element(search).toBeVisible()
  await press('/', 'Digit7', 8)
  await expect.element(search).toHaveFocus()
  ;(search.element() as HTMLElement).blur()
  await press('?', 'Minus', 8)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await press('л', 'KeyK', 2)
  await expect.element(page.getByRole('combobox', { name: 'Page or question' })).toBeVisible()
  await userEvent.keyboard('{Escape}')

  reload('/desk/offers')
  await expect.element(page.getByRole('link', { name: /change my limit/ })).toBeVisible()
  await press('о', 'KeyJ')
  await expect.element(page.getByRole('button', { name: 'Note' })).toBeVisible()
  await press('т', 'KeyN')
  await expect.element(page.getByRole('textbox', { name: 'Internal note' })).toBeVisible()
})
