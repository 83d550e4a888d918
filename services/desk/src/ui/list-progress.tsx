import { say } from '../desk/desk-words.ts'
import styles from './list-progress.module.css'
import { Skeleton } from './skeleton.tsx'

/** Shows that rows are on their way. With `isSearching`, no row was found yet and the search goes on. */
export function ListProgress({ isSearching, lines }: { isSearching: boolean; lines: number }) {
  if (!isSearching) return <Skeleton label={say('list.loading')} lines={lines} />
  return (
    <p role="status" className={styles['searching']}>
      {say('list.searching')}
    </p>
  )
}
