import { useEffect, useState } from 'react'
import { Html } from '../ui/html.tsx'
import { cutEmptyLines } from '../words/cut-empty-lines.ts'
import { say } from './desk-words.ts'
import styles from './text-preview.module.css'

/** ms after the last key at which the preview is made. */
const previewMs = 300

/** Shows a text as its reader will see it. `render` returns its HTML, as the service would send it. */
export function TextPreview({ text: typed, render }: { text: string; render: (text: string) => Promise<string> }) {
  const text = cutEmptyLines(typed)
  const [html, setHtml] = useState('')

  useEffect(() => {
    if (text === '') return setHtml('')
    // The last text wins: an answer to an earlier one is dropped.
    let isShown = true
    const timer = setTimeout(() => {
      render(text).then(
        (rendered) => isShown && setHtml(rendered),
        () => undefined, // The text itself stays in sight.
      )
    }, previewMs)
    return () => {
      isShown = false
      clearTimeout(timer)
    }
  }, [render, text])

  return (
    <section className={styles['preview']} aria-label={say('composer.preview')}>
      {html === '' ? <p className={styles['empty']}>{say('composer.previewEmpty')}</p> : <Html html={html} />}
    </section>
  )
}
