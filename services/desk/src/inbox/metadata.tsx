import { say } from '../desk/desk-words.ts'
import styles from './metadata.module.css'

/** Levels that are shown. The service accepts at most as many. */
const deepest = 5

/** One value of a question's metadata: a word, or a list of its parts, each level further in. */
export function MetadataValue({ value, depth = 1 }: { value: unknown; depth?: number }) {
  if (value === null) return <span dir="auto">{say('metadata.none')}</span>
  if (typeof value === 'boolean') return <span>{say(value ? 'metadata.yes' : 'metadata.no')}</span>
  if (typeof value !== 'object') return <span dir="auto">{String(value)}</span>
  const parts: [name: string, part: unknown][] = Object.entries(value)
  if (parts.length === 0) return <span>{say('metadata.none')}</span>
  if (depth > deepest) return <span dir="auto">{JSON.stringify(value)}</span>
  return Array.isArray(value) ? (
    <ol className={styles['list']}>
      {parts.map(([at, part]) => (
        <li key={at}>
          <MetadataValue value={part} depth={depth + 1} />
        </li>
      ))}
    </ol>
  ) : (
    <dl className={styles['parts']}>
      {parts.map(([name, part]) => (
        <div key={name} className={styles['part']}>
          <dt dir="auto">{name}</dt>
          <dd>
            <MetadataValue value={part} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
