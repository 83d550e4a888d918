import { NotFoundError } from '@askline/client'
import type { ReactNode } from 'react'
import type { Fetched } from '../../live/use-fetch.ts'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { say as sayShared } from '../../words/shared-words.ts'
import { say } from '../admin-words.ts'
import { LoadFault } from './load-fault.tsx'
import styles from './loaded.module.css'

/** Shows a resource when it is there: before that gray lines, and after a failure what happened, above what was there. */
export function Loaded<T>({
  resource,
  missing,
  children,
}: {
  resource: Fetched<T>
  /** Says that the company does not have it. */
  missing?: string
  children: (value: T) => ReactNode
}) {
  const { value, error, retry } = resource
  if (missing !== undefined && error instanceof NotFoundError)
    return (
      <Empty icon="search" title={missing}>
        {say('page.missingHint')}
      </Empty>
    )
  return (
    <div className={styles['loaded']}>
      {error && <LoadFault error={error} isStale={value !== undefined} onRetry={retry} />}
      {value !== undefined ? children(value) : !error && <Skeleton label={sayShared('list.loading')} lines={6} />}
    </div>
  )
}
