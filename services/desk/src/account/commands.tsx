import styles from './commands.module.css'

/** Commands of an operator, one a line. */
export function Commands({ lines }: { lines: readonly string[] }) {
  return (
    <pre className={styles['commands']}>
      <code>{lines.join('\n')}</code>
    </pre>
  )
}
