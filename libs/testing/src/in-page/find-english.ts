import type { PageUnderTest } from './page-under-test.ts'

/** Frequent English words that no German sentence contains. */
const english = /\b(?:the|of|and|is|are|with|for|from|this|that|they|you|your|which|there|been|has|have|were|by)\b/i

/** The name of a time zone, such as Europe/Isle of Man. */
const timeZone = /^\w+\/[\w/ -]+$/

/** Elements with texts by people, and with names that are the same in every language. */
const exempt = 'bdi, [dir=auto], code, pre, script, style, textarea, option[lang]'

/**
 * Returns what a loaded page says in English: texts and labels with an English word, and what it marks as English.
 * Texts and names that people wrote stand in `bdi` or have `dir="auto"` on our pages, and are left out.
 */
export async function findEnglish(page: PageUnderTest): Promise<string[]> {
  const said = await page.evaluate<{ texts: string[]; marked: string[] }>(`(() => {
    const exempt = ${JSON.stringify(exempt)}
    const texts = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode
      if (parentElement && !parentElement.closest(exempt)) texts.push(data.trim())
    }
    for (const name of ['title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll('[' + name + ']'))
        if (!element.closest(exempt)) texts.push(element.getAttribute(name))
    return { texts, marked: [...document.querySelectorAll('body [lang=en]')].map((one) => one.textContent) }
  })()`)
  return [...new Set([...said.texts.filter((text) => english.test(text) && !timeZone.test(text)), ...said.marked])]
}
