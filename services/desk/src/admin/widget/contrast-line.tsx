import { Notice } from '../../ui/notice.tsx'
import { contrastOf, inkOn } from '../../widget/contrast.ts'
import { language } from '../../words/messages.ts'
import { say } from '../admin-words.ts'
import styles from './widget-page.module.css'

/** The least contrast of a control with what is around it (WCAG 2.2, 1.4.11). */
const least = 3
const pages = { light: '#ffffff', dark: '#000000' } as const

/** Says how well people can see a color on white and on black pages, and warns if it is too faint on one of them. */
export function ContrastLine({ color }: { color: string }) {
  const text = (contrast: number) => contrast.toLocaleString(language(), { maximumFractionDigits: 1 })
  const [light, dark] = [contrastOf(color, pages.light), contrastOf(color, pages.dark)]
  const faintOn = light < least ? 'light' : dark < least ? 'dark' : undefined
  return (
    <>
      <p className={styles['faint']}>
        {say('widget.contrast', { light: text(light), dark: text(dark), icon: text(contrastOf(color, inkOn(color))) })}
      </p>
      {faintOn && (
        <Notice kind="warn" isLive title={say(`widget.faint.${faintOn}`)}>
          <p>{say(`widget.faintHint.${faintOn}`, { contrast: text(Math.min(light, dark)), least })}</p>
        </Notice>
      )}
    </>
  )
}
