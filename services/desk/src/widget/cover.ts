import { add, drawIcon } from './launcher.ts'
import { texts } from './loader-texts.ts'

/** The two crossing lines of Lucide (ISC License). */
const cross = 'M18 6 6 18M6 6l12 12'

/** Draws what the panel shows until its frame can be used: the title, a button that closes the panel, and a sentence. */
export function drawCover(panel: HTMLElement, title: string, onClose: () => void) {
  const cover = add(panel, 'div', { class: 'cover' })
  const head = add(cover, 'div', { class: 'head' })
  add(head, 'span', { dir: 'auto' }).textContent = title
  const closer = add(head, 'button', { type: 'button', 'aria-label': texts.close })
  drawIcon(closer, cross)
  closer.addEventListener('click', onClose)
  const sentence = add(cover, 'p', { role: 'status' })
  return {
    cover,
    closer,
    begin() {
      cover.hidden = false
      sentence.textContent = texts.loading
    },
    fail() {
      cover.hidden = false
      sentence.textContent = texts.failed
    },
  }
}
