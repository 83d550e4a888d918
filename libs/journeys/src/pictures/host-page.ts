/** Returns the page of a made-up bank that shows the widget. `obtainCode` must be a function of the page. */
export const hostPage = (script: string): string => `<!doctype html>
<html lang="en">
<head>
<title>Demo Bank</title>
<style>
body { margin: 0; font: 16px/26px system-ui, sans-serif; color: #20302a; background: #fbfaf7 }
header { display: flex; gap: 32px; align-items: center; padding: 20px 48px; background: #fff; border-bottom: 1px solid #e5e2da }
header b { margin-inline-end: auto; color: #13603f; font-size: 20px }
main { padding: 56px 48px; max-width: 640px }
h1 { margin: 0 0 16px; font-size: 40px; line-height: 48px }
p { margin: 0 0 24px; color: #55635d; font-size: 18px; line-height: 28px }
ul { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; margin: 0; padding: 0; list-style: none }
li { padding: 20px; background: #fff; border: 1px solid #e5e2da; border-radius: 12px }
small { color: #55635d }
</style>
<script>addEventListener('load', () => Askline.signIn(() => obtainCode()))</script>
<script defer src="${script}"></script>
</head>
<body>
<header><b>Demo Bank</b><span>Accounts</span><span>Cards</span><span>Savings</span></header>
<main>
<h1>Good morning, Ines.</h1>
<p>Your new card is on its way. You can activate it as soon as it arrives.</p>
<ul>
<li><b>Current account</b><br><small>€ 2,418.60</small></li>
<li><b>Savings</b><br><small>€ 12,050.00</small></li>
<li><b>Card ending 4417</b><br><small>sent on Monday</small></li>
<li><b>Joint account</b><br><small>€ 640.12</small></li>
</ul>
</main>
</body>
</html>`
