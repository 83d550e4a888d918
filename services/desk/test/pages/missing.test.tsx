import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openDesk } from './open-desk.tsx'
import { refuse, uuidOf } from './service.ts'

const gone = refuse(404, 'category_not_found')

test('an address of something that the company does not have says so', async () => {
  const { reload } = await openDesk(`/desk/admin/categories/${uuidOf(1)}`, {
    'GET /v1/admin/categories': {},
    'GET /v1/admin/company': {},
    'GET /v1/admin/answers/conflicts': {},
    'GET /v1/admin/models/{uuid}/compare': refuse(404, 'model_not_found'),
    'GET /v1/admin/models/{uuid}': refuse(404, 'model_not_found'),
    'GET /v1/admin/categories/{uuid}': gone,
    'GET /v1/admin/experts/{uuid}': refuse(404, 'expert_not_found'),
    'GET /v1/admin/integrations/{uuid}': refuse(404, 'integration_not_found'),
    'GET /v1/admin/knowledge/{uuid}': refuse(404, 'knowledge_not_found'),
    'GET /v1/admin/staff/{uuid}': refuse(404, 'person_not_found'),
  })
  const places = {
    categories: 'There is no such category.',
    experts: 'There is no such expert.',
    integrations: 'There is no such integration.',
    knowledge: 'There is no such answer.',
    staff: 'There is no such agent or admin.',
    training: 'There is no such model.',
  }
  for (const [place, text] of Object.entries(places)) {
    reload(`/desk/admin/${place}/${uuidOf(1)}`)
    await expect.element(page.getByText(text)).toBeVisible()
  }
})

test('what was removed while its page was open is shown no more once the page knows', async () => {
  const { answer } = await openDesk(`/desk/admin/categories/${uuidOf(1)}`, {
    'GET /v1/admin/categories/{uuid}': { name: 'Cards' },
    'PUT /v1/admin/categories/{uuid}': {},
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('Card')
  answer({ 'GET /v1/admin/categories/{uuid}': gone })

  await page.getByRole('button', { name: 'Save' }).click()

  await expect.element(page.getByText('There is no such category.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Cards' })).not.toBeInTheDocument()
})
