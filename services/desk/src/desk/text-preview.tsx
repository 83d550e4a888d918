import { useFetch } from '../live/use-fetch.ts'
import { Html } from '../ui/html.tsx'
import { cutEmptyLines } from '../words/cut-empty-lines.ts'
import { say } from './desk-words.ts'
import styles from './text-preview.module.css'

/** ms after the last key at which the preview is made. */
const previewMs = 300

/**
 * Shows a text as its reader will see it. `render` returns its HTML, as the service would send it. If it fails, the last preview
 * stays, and the text itself is in sight.
 */
export function TextPreview({ text: typed, render }: { text: string; render: (text: string) => Promise<string> }) {
  const text = cutEmptyLines(typed)
  const { value: html = '' } = useFetch(text, async () => (text === '' ? '' : render(text)), {
    of: 'preview',
    pauseMs: previewMs,
  })
  return (
    <section className={styles['preview']} aria-label={say('composer.preview')}>
      {text === '' || html === '' ? (
        <p className={styles['empty']}>{say('composer.previewEmpty')}</p>
      ) : (
        <Html html={html} />
      )}
    </section>
  )
}
