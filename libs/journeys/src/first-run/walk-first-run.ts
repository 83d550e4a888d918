import type { Browser, Page } from 'playwright-core'
import { openPage } from '../clients/browser.ts'
import { fetchToken, openCaller } from '../clients/caller.ts'
import { serveForeignPages } from '../clients/foreign-page.ts'
import { hostPage } from '../pictures/host-page.ts'

const password = 'velvet orchard thirteen lanterns'
const question = 'How do I activate my new card?'
const answer = 'Open the app, choose the card and press Activate.'

/**
 * Goes in a browser from the link of the setup to the first answered question, as people would. `say` receives each step when it
 * is done. Throws if a step fails or a page complains.
 */
export async function walkFirstRun(browser: Browser, setupLink: string, say: (step: string) => void): Promise<void> {
  const { origin } = new URL(setupLink)
  const admin = await openPage(browser)
  await setUp(admin, setupLink)
  say('company and admin')

  const { clientId, clientSecret } = await addIntegration(admin)
  say('integration')
  const link = await inviteExpert(admin)
  say('expert invited')
  const expert = await openPage(browser)
  await acceptInvitation(expert, link)
  say('expert accepted')

  const host = await serveForeignPages({
    '/': { html: hostPage(`${origin}/widget/first/v1.js`) },
    // Browsers ask for it, and log that it is missing.
    '/favicon.ico': { html: '' },
  })
  try {
    await allowOrigin(admin, host.origin)
    say('page of the company allowed')
    const company = openCaller([origin], await fetchToken(origin, { clientId, clientSecret }))
    const asker = await openPage(browser)
    // The server of the company names who is signed in on its page.
    await asker.exposeFunction('obtainCode', async () => {
      const { data } = await company.post<{ code: string }>('/users/signIn', { userEmail: 'ines@example.com' })
      return data.code
    })
    await ask(asker, host.origin)
    say('question asked in the widget')
    await answerAsExpert(expert)
    await asker.frameLocator('askline-widget iframe').getByText(answer).first().waitFor()
    say('answer read in the widget')
    await seeSteps(admin, origin)
    say('first steps seen')
    const complaints = [admin, expert, asker].flatMap((page) => page.complaints)
    if (complaints.length > 0) throw new Error(`A page complained: ${complaints.join('; ')}`)
  } finally {
    await host.close()
  }
}

async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Name of the company' }).fill('First Bank')
  await page.getByRole('textbox', { name: 'Short name' }).fill('first')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Lovelace')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('ada@first.example')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Create the company' }).click()
  await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor()
}

/** Opens a step from the page of the first steps. */
async function openStep(page: Page, link: string): Promise<void> {
  await page.getByRole('link', { name: link }).click()
}

async function backToSteps(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back to the first steps' }).click()
  await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor()
}

/** Fills the form of the dialog `title`, which the step has opened, and sends it. */
async function add(page: Page, title: string, fields: Record<string, string>): Promise<void> {
  const form = page.getByRole('dialog', { name: title })
  for (const [name, value] of Object.entries(fields)) await form.getByRole('textbox', { name }).fill(value)
  await form.getByRole('button', { name: title }).click()
}

async function addIntegration(page: Page): Promise<{ clientId: string; clientSecret: string }> {
  await openStep(page, 'Open the integrations')
  await add(page, 'Add an integration', { Name: 'Shop', 'Public id': 'shop' })
  const secret = page.getByRole('dialog', { name: 'Secret of Shop' })
  const shown = secret.locator('code')
  await shown.nth(1).waitFor()
  const [clientId = '', clientSecret = ''] = await shown.allTextContents()
  await secret.getByRole('button', { name: 'I have stored it' }).click()
  await backToSteps(page)
  return { clientId, clientSecret }
}

async function inviteExpert(page: Page): Promise<string> {
  await openStep(page, 'Open the experts')
  await add(page, 'Add an expert', { Name: 'Bruno', 'E-mail': 'bruno@first.example' })
  const invitation = page.getByRole('dialog', { name: 'Invitation for Bruno' })
  const link = (await invitation.locator('code').textContent()) ?? ''
  await invitation.getByRole('button', { name: 'Done' }).click()
  await backToSteps(page)
  return link
}

async function acceptInvitation(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
  await page.getByRole('heading', { name: 'For you' }).or(page.getByText('There are no offers')).first().waitFor()
}

async function allowOrigin(page: Page, origin: string): Promise<void> {
  await openStep(page, 'Open the widget')
  await page.getByRole('textbox', { name: 'Pages that may show the widget' }).fill(origin)
  await page.getByRole('button', { name: 'Save' }).click()

  await backToSteps(page)
}

async function ask(page: Page, origin: string): Promise<void> {
  await page.goto(origin)
  const panel = page.frameLocator('askline-widget iframe')
  await page.locator('askline-widget').getByRole('button').first().click()
  await panel.getByRole('textbox', { name: 'Your question' }).fill(question)
  await panel.getByRole('button', { name: 'Ask', exact: true }).click()
  await panel.getByRole('link', { name: 'All questions' }).waitFor()
}

async function answerAsExpert(page: Page): Promise<void> {
  await page.getByText(question).first().click()
  await page.getByRole('textbox', { name: /Write an answer/ }).fill(answer)
  await page.keyboard.press('Control+Enter')
}

async function seeSteps(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/desk/admin/start`)
  for (const step of ['Add an integration', 'Show the widget on your page', 'Answer the first question']) {
    await page.getByRole('heading', { name: `${step} done` }).waitFor()
  }
}
