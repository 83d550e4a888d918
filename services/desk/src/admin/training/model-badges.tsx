import type { Model } from '@askline/client'
import { Badge } from '../../ui/badge.tsx'
import { say } from './training-words.ts'

/** Whether a version runs, and what keeps it or bars it. */
export function ModelBadges({ model: { isRunning, isPinned, isStale } }: { model: Model }) {
  return (
    <>
      {isRunning && <Badge kind="good">{say('models.running')}</Badge>}
      {isPinned && <Badge kind="go">{say('models.pinned')}</Badge>}
      {isStale && <Badge kind="warn">{say('models.stale')}</Badge>}
    </>
  )
}
