import { createHash } from 'node:crypto'
import type { Scope } from '@askline/contracts'
import type { Words } from './words/sign-in-words.ts'

/** The style sheet of these pages. Their policy allows it by its hash and nothing else. */
const style = `
:root { color-scheme: light dark; --page: #f4f6f9; --card: #fff; --ink: #1b2430; --faint: #566270; --edge: #7c8896; --line: #d5dce4; --go: #1d4ed8; --on-go: #fff; --bad: #b42318; --bad-page: #fef3f2 }
@media (prefers-color-scheme: dark) { :root { --page: #10151c; --card: #1a222d; --ink: #e8edf3; --faint: #a3afbc; --edge: #6f7d8d; --line: #2e3947; --go: #8fb0ff; --on-go: #10151c; --bad: #ffb4ab; --bad-page: #3b1512 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--page); color: var(--ink); font: 16px/24px system-ui, sans-serif }
main { width: 100%; max-width: 400px; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
@media (max-width: 400px) { main { padding: 24px } }
.mark { display: flex; align-items: center; gap: 8px; margin: 0 0 24px; font-weight: 600 }
.mark span { width: 28px; height: 28px; display: grid; place-items: center; border-radius: 8px; background: var(--go); color: var(--on-go) }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 32px; font-weight: 600 }
p { margin: 0 0 16px; color: var(--faint); overflow-wrap: anywhere }
section, details { margin: 0 0 24px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; font-size: 14px; line-height: 20px }
h2 { margin: 0 0 8px; font-size: 14px; line-height: 20px; font-weight: 600 }
ul { margin: 0; padding-inline-start: 20px }
section p, details p { margin: 8px 0 0 }
summary { cursor: pointer; font-weight: 600 }
summary + ul, summary + label { margin-block-start: 8px }
details small { margin-block-end: 0 }
label { display: block; margin: 0 0 4px; font-size: 14px; line-height: 20px; font-weight: 600 }
input { width: 100%; min-height: 44px; margin: 0 0 16px; padding: 8px 12px; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 8px }
input:focus-visible, button:focus-visible { outline: 3px solid var(--go); outline-offset: 2px }
a { color: var(--go) }
small { display: block; margin: -8px 0 16px; color: var(--faint); font-size: 14px; line-height: 20px }
button { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; font-weight: 600; color: var(--on-go); background: var(--go); border: 1px solid transparent; border-radius: 8px; cursor: pointer }
.aside { margin: 24px 0 0; font-size: 14px; line-height: 20px; text-align: center }
button.quiet { margin-top: 12px; color: var(--ink); background: transparent; border-color: var(--edge) }
.fault { margin: 0 0 24px; padding: 12px 16px; color: var(--bad); background: var(--bad-page); border: 1px solid currentcolor; border-radius: 8px }
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** Returns the Content-Security-Policy: no scripts, no frames; the form may go to us and redirect to `redirectUri`. */
export function policyOf(redirectUri?: string): string {
  const target = redirectUri === undefined ? '' : ` ${sourceOf(redirectUri)}`
  return `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'${target}; frame-ancestors 'none'; base-uri 'none'`
}

/** Returns the origin, or the scheme of an app. Browsers check the redirect that follows a form, too. */
function sourceOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri)
  return origin === 'null' ? protocol : origin
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const inHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

const page = ({ language }: Words, title: string, content: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${inHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<div class="mark"><span aria-hidden="true">A</span>Askline</div>
${content}
</main>
</body>
</html>
`

export type SignInForm = {
  clientName: string
  /** The requested scopes. */
  scopes: readonly Scope[]
  /** Parameters of the request, sent again with the form. */
  hidden: Record<string, string>
  email: string
  /** `undefined` if the client belongs to one company. */
  companyTag: string | undefined
  /** Whether this service has the page on which people ask for a new password. */
  hasPasswordPage: boolean
  fault?: string
}

/** Returns the page on which people sign in: one form, no script. */
export function renderSignIn(words: Words, form: SignInForm): string {
  const { say } = words
  const hidden = Object.entries(form.hidden).map(
    ([name, value]) => `<input type="hidden" name="${inHtml(name)}" value="${inHtml(value)}">`,
  )
  const company =
    form.companyTag === undefined
      ? ''
      : `<details${form.companyTag !== '' || form.fault !== undefined ? ' open' : ''}>
<summary>${say('signIn.several')}</summary>
<label for="company">${say('signIn.company')}</label>
<input id="company" name="company" value="${inHtml(form.companyTag)}" maxlength="63" autocomplete="organization" autocapitalize="none" spellcheck="false" aria-describedby="company-note">
<small id="company-note">${say('signIn.companyNote')}</small>
</details>`
  const isKnown = form.email !== ''
  const forgot = form.hasPasswordPage ? `\n<p class="aside"><a href="/password">${say('signIn.forgot')}</a></p>` : ''
  const fault = form.fault === undefined ? '' : `<div class="fault" id="fault" role="alert">${inHtml(form.fault)}</div>`
  const ofFault = form.fault === undefined ? '' : ' aria-describedby="fault"'
  return page(
    words,
    `${say('signIn.title')} · Askline`,
    `<h1>${say('signIn.title')}</h1>
<p>${withClient(say('signIn.to'), form.clientName)}</p>
${permissions(words, form)}
${fault}
<form method="post" action="auth">
${hidden.join('\n')}
<label for="email">${say('signIn.email')}</label>
<input id="email" name="email" type="text" inputmode="email" autocapitalize="none" spellcheck="false" value="${inHtml(form.email)}" maxlength="254" autocomplete="username" required${ofFault}${isKnown ? '' : ' autofocus'}>
<label for="password">${say('signIn.password')}</label>
<input id="password" name="password" type="password" maxlength="1000" autocomplete="current-password" required${ofFault}${isKnown ? ' autofocus' : ''}>
${company}
<button type="submit">${say('signIn.submit')}</button>
<button class="quiet" type="submit" name="cancel" value="yes" formnovalidate>${say('signIn.cancel')}</button>
</form>${forgot}`,
  )
}

const withClient = (text: string, clientName: string): string =>
  text.replace('{client}', () => `<bdi>${inHtml(clientName)}</bdi>`)

/** Renders the requested scopes. Our own pages request every scope of a role, so their list is folded. */
function permissions({ say }: Words, { clientName, companyTag, scopes }: SignInForm): string {
  const isOurs = companyTag !== undefined
  const title = withClient(say(isOurs ? 'scopes.folded' : 'scopes.title'), clientName)
  const list = `<ul>
${scopes.map((scope) => `<li>${say(`scope.${scope}`)}</li>`).join('\n')}
</ul>
<p>${say('scopes.note')}</p>`
  return isOurs
    ? `<details>
<summary>${title}</summary>
${list}
</details>`
    : `<section aria-labelledby="scopes">
<h2 id="scopes">${title}</h2>
${list}
</section>`
}

/** Returns the page for an error that cannot be reported to a client. */
export const renderFault = (words: Words, message: string): string =>
  page(
    words,
    `${words.say('failed.title')} · Askline`,
    `<h1>${words.say('failed.title')}</h1>\n<p>${inHtml(message)}</p>`,
  )

/** Returns the page for an address that no page has. */
export const renderNoPage = (words: Words): string =>
  page(
    words,
    `${words.say('noPage.title')} · Askline`,
    `<h1>${words.say('noPage.title')}</h1>
<p>${words.say('noPage.text')}</p>
<p><a href="/desk">${words.say('noPage.desk')}</a></p>
<p><a href="/ask">${words.say('noPage.ask')}</a></p>`,
  )

/**
 * Returns the page that the built-in client redirects to. It does not show the code, because people could be tricked into
 * sending it to an attacker. The program that started the sign-in reads it from the address.
 */
export function renderReturn(words: Words, isSignedIn: boolean): string {
  const title = words.say(isSignedIn ? 'return.title' : 'return.notTitle')
  const text = words.say(isSignedIn ? 'return.text' : 'return.notText')
  return page(words, `${title} · Askline`, `<h1>${title}</h1>\n<p>${text}</p>`)
}
