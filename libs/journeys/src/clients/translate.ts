import type { Page } from 'playwright-core'

/** Replaces each text by a marked one in two `<font>` elements, as Chromium's translator does. */
const translator = `((isMoved) => {
  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement.closest('font, [translate=no], script, style, textarea')) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      const translated = '«' + text.data + '»'
      outer.append(inner)
      text.replaceWith(outer)
      if (isMoved) inner.append(text)
      if (isMoved) text.data = translated
      else inner.textContent = translated
    }
  }
  translate()
  new MutationObserver(translate).observe(document.body, { childList: true, characterData: true, subtree: true })
})`

/**
 * Translates a page and whatever changes in it. With `isMoved` the page's own texts are moved into the translation and changed
 * there, as some extensions do.
 */
export async function translatePage(page: Page, { isMoved }: { isMoved: boolean }): Promise<void> {
  await page.evaluate(`${translator}(${isMoved})`)
}
