import { createHash } from 'node:crypto'

/** The one style sheet of the pages; the policy allows it by its hash and nothing else. */
const style = `
:root { color-scheme: light dark; --ink: #1b2430; --faint: #5b6775; --line: #ccd4dd; --page: #eef1f5; --card: #fff; --go: #1d4ed8; --bad: #b42318; --bad-page: #fef3f2 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf3; --faint: #9aa7b5; --line: #3a4655; --page: #10151c; --card: #1a222d; --go: #3b6cf6; --bad: #ffb4ab; --bad-page: #3b1512 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 400px; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 8px 24px rgb(16 24 40 / 8%) }
.mark { display: flex; align-items: center; gap: 10px; margin: 0 0 20px; font-weight: 600; letter-spacing: .01em }
.mark span { width: 28px; height: 28px; display: grid; place-items: center; border-radius: 8px; background: var(--go); color: #fff; font-weight: 700 }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.25 }
p { margin: 0 0 20px; color: var(--faint); overflow-wrap: anywhere }
label { display: block; margin: 0 0 6px; font-size: 14px; font-weight: 600 }
input { width: 100%; margin: 0 0 16px; padding: 10px 12px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px }
input:focus-visible, button:focus-visible { outline: 3px solid color-mix(in srgb, var(--go) 45%, transparent); outline-offset: 1px }
small { display: block; margin: -10px 0 16px; color: var(--faint); font-size: 13px }
button { width: 100%; padding: 11px 12px; font: inherit; font-weight: 600; color: #fff; background: var(--go); border: 1px solid transparent; border-radius: 8px; cursor: pointer }
button.quiet { margin-top: 10px; color: var(--faint); background: transparent; border-color: var(--line) }
.fault { margin: 0 0 20px; padding: 10px 12px; color: var(--bad); background: var(--bad-page); border: 1px solid currentcolor; border-radius: 8px }
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing runs, nothing loads, nobody frames it; its form goes to us, and from there to `redirectUri` alone. */
export function policyOf(redirectUri?: string): string {
  const back = redirectUri === undefined ? '' : ` ${sourceOf(redirectUri)}`
  return `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'${back}; frame-ancestors 'none'; base-uri 'none'`
}

/** Browsers check the redirect after a form, too: by origin, or by scheme where an app has one of its own. */
function sourceOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri)
  return origin === 'null' ? protocol : origin
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const inHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
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
  /** The request of the client, to be sent with the form. */
  hidden: Record<string, string>
  email: string
  /** Undefined where the client belongs to one company. */
  companyTag: string | undefined
  fault?: string
}

/** The page on which people sign in: one form, no script. */
export function renderSignIn(form: SignInForm): string {
  const hidden = Object.entries(form.hidden).map(
    ([name, value]) => `<input type="hidden" name="${inHtml(name)}" value="${inHtml(value)}">`,
  )
  const company =
    form.companyTag === undefined
      ? ''
      : `<label for="company">Company</label>
<input id="company" name="company" value="${inHtml(form.companyTag)}" maxlength="63" autocomplete="organization" autocapitalize="none" spellcheck="false" aria-describedby="company-note">
<small id="company-note">Its short name, as bank-one. Needed only if you work for several.</small>`
  const isKnown = form.email !== ''
  return page(
    'Sign in · Askline',
    `<h1>Sign in</h1>
<p>to continue to ${inHtml(form.clientName)}</p>
${form.fault === undefined ? '' : `<div class="fault" role="alert">${inHtml(form.fault)}</div>`}
<form method="post" action="auth">
${hidden.join('\n')}
${company}
<label for="email">E-mail</label>
<input id="email" name="email" type="email" value="${inHtml(form.email)}" maxlength="254" autocomplete="username" required${isKnown ? '' : ' autofocus'}>
<label for="password">Password</label>
<input id="password" name="password" type="password" maxlength="1000" autocomplete="current-password" required${isKnown ? ' autofocus' : ''}>
<button type="submit">Sign in</button>
<button class="quiet" type="submit" name="cancel" value="yes" formnovalidate>Cancel</button>
</form>`,
  )
}

/** The page for what cannot be told to a client. */
export const renderFault = (message: string): string =>
  page('Sign in is not possible · Askline', `<h1>This did not work</h1>\n<p>${inHtml(message)}</p>`)

/**
 * The page the desk's people come back to. The code stays in the address, for the program that asked: a page that shows
 * it would teach people to hand it to whoever sent them the link.
 */
export const renderReturn = (isSignedIn: boolean): string =>
  isSignedIn
    ? page(
        'Signed in · Askline',
        '<h1>You are signed in</h1>\n<p>The program that sent you here goes on by itself. You may close this window.</p>',
      )
    : page(
        'Not signed in · Askline',
        '<h1>You are not signed in</h1>\n<p>You went back, or the program asked for what you may not have. Start again from the program that sent you here.</p>',
      )
