/** Transactions of the made-up account: day, what it was for, amount in euros. */
const bookings = [
  ['26 Nov', 'Grocery store, Market Square', '−34.80'],
  ['25 Nov', 'Salary', '+2,940.00'],
  ['24 Nov', 'Hotel Seeblick, pending', '−189.00'],
  ['21 Nov', 'Transfer to savings', '−250.00'],
] as const

/** Example questions of the page, each with what happens if it is asked. The first one is a known answer of the demo company. */
const proposals = [
  { question: 'Why is my card payment still pending?', follows: 'The widget answers this by itself.' },
  { question: 'Can you give my landlord a written rent guarantee?', follows: 'This goes to an expert.' },
] as const

const columns = ([day, what, amount]: (typeof bookings)[number]) =>
  `<tr><td>${day}</td><td>${what}</td><td class="amount">${amount}</td></tr>`

const proposal = ({ question, follows }: (typeof proposals)[number]) =>
  `<li><q>${question}</q><span>${follows}</span></li>`

/**
 * Returns the HTML of a made-up bank's page with the widget, for a customer who is signed in. The widget's script is at `script`, and
 * the page's policy names `nonce`.
 */
export const drawDemoPage = (script: string, nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Accounts – Demo Bank</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; --page: #f4f6f4; --card: #fff; --ink: #18231d; --faint: #556159; --line: #d6ddd8; --brand: #14532d; --on-brand: #fff }
@media (prefers-color-scheme: dark) { :root { --page: #101613; --card: #19211d; --ink: #e8eeea; --faint: #a3b0a8; --line: #2e3a33; --brand: #86d3a2; --on-brand: #0c1a12 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
header, main, footer { max-inline-size: 62rem; margin-inline: auto; padding-inline: 1.25rem }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; padding-block: 1rem }
header b { font-size: 1.25rem; color: var(--brand) }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem }
a { color: inherit }
header span { margin-inline-start: auto; color: var(--faint) }
main { display: grid; gap: 1.25rem; padding-block: 1rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)) }
h1 { grid-column: 1 / -1; margin: 1rem 0 0; font-size: 2rem; line-height: 1.2 }
section { padding: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card) }
.wide { grid-column: 1 / -1 }
h2 { margin: 0 0 .5rem; font-size: 1.125rem }
p { margin: 0 }
.sum { font-size: 1.75rem; font-variant-numeric: tabular-nums }
.faint, li span { color: var(--faint) }
table { inline-size: 100%; border-collapse: collapse }
td { padding: .5rem .75rem .5rem 0; border-block-start: 1px solid var(--line); vertical-align: top }
td:first-child { white-space: nowrap; color: var(--faint) }
.amount { padding-inline-end: 0; text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums }
ul { margin: .75rem 0 1rem; padding: 0; list-style: none }
li { padding-block: .5rem }
li span { display: block }
button { padding: .625rem 1.25rem; border: 0; border-radius: .5rem; background: var(--brand); color: var(--on-brand); font: inherit; font-weight: 600; cursor: pointer }
footer { padding-block: 1rem 6rem; color: var(--faint); font-size: .875rem }
</style>
<script nonce="${nonce}">
addEventListener('load', () => {
  Askline.signIn(async () => (await (await fetch('/demo/page/code')).text()) || null)
  document.querySelector('button').addEventListener('click', () => Askline.open())
})
</script>
<script defer src="${script}"></script>
</head>
<body>
<header>
<b>Demo Bank</b>
<nav aria-label="Pages"><a href="#accounts">Accounts</a><a href="#cards">Cards</a><a href="#transactions">Transactions</a><a href="#help">Help</a></nav>
<span>Signed in</span>
</header>
<main>
<h1>Good to see you</h1>
<section id="accounts"><h2>Current account</h2><p class="sum">€3,218.45</p><p class="faint">€189.00 pending</p></section>
<section><h2>Savings</h2><p class="sum">€12,600.00</p><p class="faint">1.75% a year, paid each month</p></section>
<section id="cards"><h2>Debit card</h2><p class="sum">•••• 4021</p><p class="faint">Active, €1,311.00 of €1,500.00 left this week</p></section>
<section id="transactions" class="wide"><h2>Last transactions</h2><table><tbody>${bookings.map(columns).join('')}</tbody></table></section>
<section id="help" class="wide">
<h2>Do you have a question?</h2>
<p>Ask us here, at any time. For example:</p>
<ul>${proposals.map(proposal).join('')}</ul>
<button type="button">Ask a question</button>
</section>
</main>
<footer>A made-up bank. It shows how Askline looks in the page of a company: one script adds the round button, and the company's server
signs its customer in. The address for experts shows a question at the same moment.</footer>
</body>
</html>
`
