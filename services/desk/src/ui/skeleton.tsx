import styles from './skeleton.module.css'

/** Gray lines where content is being loaded. They appear after 150 ms, so that a quick answer does not flicker. */
export function Skeleton({ lines = 3, label }: { lines?: number; label: string }) {
  return (
    <div className={styles['skeleton']} role="status" aria-label={label}>
      {[...Array(lines).keys()].map((line) => (
        <span key={line} className={styles['line']} />
      ))}
    </div>
  )
}
