import { useEffect, useState, useSyncExternalStore } from 'react'
import { createCell } from '../live/cell.ts'
import { Button } from '../ui/button.tsx'
import styles from './code.module.css'
import { languageNames } from './write-samples.ts'

const names: Record<string, string> = { ...languageNames, json: 'JSON', http: 'HTTP', text: 'Text' }

/** The language that the reader chose last, for all samples. */
const chosen = createCell('sh')

/** Code that says the same in several languages, with a choice of the language and a button that copies it. */
export function Samples({ samples, label }: { samples: readonly { language: string; text: string }[]; label: string }) {
  const wanted = useSyncExternalStore(chosen.subscribe, chosen.get)
  const shown = samples.find(({ language }) => language === wanted) ?? samples[0]
  if (!shown) return null
  return (
    <figure className={styles['code']} aria-label={label}>
      <figcaption className={styles['head']}>
        {samples.length === 1 ? (
          <span className={styles['language']}>{names[shown.language] ?? label}</span>
        ) : (
          <fieldset className={styles['choices']} aria-label="Language">
            {samples.map(({ language }) => (
              <button
                key={language}
                type="button"
                className={styles['choice']}
                aria-pressed={language === shown.language}
                onClick={() => chosen.set(language)}
              >
                {names[language] ?? language}
              </button>
            ))}
          </fieldset>
        )}
        <CopyButton text={shown.text} />
      </figcaption>
      <Code text={shown.text} language={shown.language} label={label} />
    </figure>
  )
}

function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <Button
      kind="quiet"
      size="small"
      icon={isCopied ? 'check' : 'copy'}
      onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true))}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}

/** Beyond this length a text is not colored, because each color is an element. */
const mostColored = 20_000

/** Shows a text as code. Every part of it stays text. */
function Code({ text, language, label }: { text: string; language: string; label: string }) {
  const parts = text.length > mostColored ? [text] : text.split(patterns[language] ?? /(?!)/)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles['scroll']} tabIndex={0} aria-label={label}>
      <pre className={styles['pre']}>
        {parts.map((part, at) => {
          const key = `${at}`
          const kind = at % 2 === 1 ? kindOf(part, language) : undefined
          return kind ? (
            <span key={key} className={styles[kind]}>
              {part}
            </span>
          ) : (
            part
          )
        })}
      </pre>
    </section>
  )
}

/** Matches the colored parts in one group, so that `split` returns them at odd places. */
const patterns: Record<string, RegExp> = {
  json: /("(?:[^"\\]|\\.)*"(?:\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?\b)/,
  sh: /('(?:[^'])*'|"(?:[^"\\]|\\.)*"|(?<=^|\s)#.*$|(?<=^|\s|\()(?:curl|export|echo|npm|node|python3|openssl)\b)/m,
  ts: /('(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*$|\b(?:import|from|const|await|async|new|if|else|return|for|of|try|catch|throw|as)\b|\b\d+\b)/m,
  py: /("(?:[^"\\]|\\.)*"|#.*$|\b(?:import|from|def|if|else|elif|return|for|in|while|not|None|True|False|with|as|try|except|raise|print)\b|\b\d+\b)/m,
}

function kindOf(part: string, language: string): 'name' | 'string' | 'comment' | 'word' {
  if (language === 'json' && part.trimEnd().endsWith(':')) return 'name'
  if (/^["'`]/.test(part)) return 'string'
  return /^(#|\/\/)/.test(part) ? 'comment' : 'word'
}
