import { InvalidError, NotFoundError } from '@askline/client'
import type { ReactNode } from 'react'
import { Empty } from '../ui/empty.tsx'
import { Notice } from '../ui/notice.tsx'
import { describeFault } from '../words/describe-fault.ts'
import { say } from '../words/shared-words.ts'
import { CopyId } from './fault-notice.tsx'

/** Stands for a question that could not be loaded. `way` leads to where the reader came from. */
export function QuestionFailure({ error, way, isPage = false }: { error: Error; way?: ReactNode; isPage?: boolean }) {
  // 400: the address names no question at all.
  if (error instanceof NotFoundError || error instanceof InvalidError) {
    return (
      <Empty icon="circle-alert" title={say('question.missing')} action={way} isPage={isPage}>
        {say('question.missingHint')}
      </Empty>
    )
  }
  return (
    <Notice
      kind="bad"
      isLive
      title={say('question.failed')}
      actions={
        <>
          <CopyId error={error} />
          {way}
        </>
      }
    >
      <p>{describeFault(error)}</p>
    </Notice>
  )
}
