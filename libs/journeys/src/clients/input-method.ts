import type { Page } from 'playwright-core'

/** An input method, as one for Chinese, at a page. */
export type InputMethod = {
  /** Shows `text` in the focused field as a composition that has not ended. */
  compose(text: string): Promise<void>
  /** Ends the composition with `text`. */
  commit(text: string): Promise<void>
  /** Presses a key as a keyboard layout reports it. `modifiers` are those of CDP: 8 is Shift. */
  press(key: string, code: string, modifiers?: number): Promise<void>
}

/** Opens an input method at a page, by the protocol of Chromium's own tools. */
export async function openInputMethod(page: Page): Promise<InputMethod> {
  const session = await page.context().newCDPSession(page)
  return {
    compose: async (text) => {
      const { length } = text
      await session.send('Input.imeSetComposition', { text, selectionStart: length, selectionEnd: length })
    },
    commit: async (text) => {
      await session.send('Input.insertText', { text })
    },
    async press(key, code, modifiers = 0) {
      const what = { key, code, modifiers }
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...what })
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...what })
    },
  }
}
