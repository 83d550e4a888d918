import type { TrainingFile } from '@askline/client'
import { useState } from 'react'
import { useList } from '../../live/use-list.ts'
import { useLive } from '../../live/use-live.ts'
import { useProgress } from '../../live/use-progress.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { say as sayShared } from '../../words/shared-words.ts'
import { Confirm } from '../frame/confirm.tsx'
import { LoadFault } from '../frame/load-fault.tsx'
import { Rows, Section } from '../frame/section.tsx'
import { FileRow } from './file-row.tsx'
import { say } from './training-words.ts'
import { UploadForm } from './upload-form.tsx'

const inWork: readonly TrainingFile['status'][] = ['QUEUED', 'READING', 'TRAINING']

/** The training files of the company, newest first, with the upload of another one. */
export function Files() {
  const { client } = useLive()
  const list = useList('training-files', () => client.admin.files.list({ limit: 10 }))
  useProgress(list, {
    isOpen: ({ status }) => inWork.includes(status),
    fetch: (uuid) => client.admin.files.get(uuid),
    everyMs: 1_000,
  })
  const [asked, setAsked] = useState<TrainingFile>()
  const { rows, error, isLoading, hasMore, loadMore, reload, change } = list
  return (
    <Section title={say('files.title')} lead={say('files.lead')}>
      <UploadForm
        onUploaded={(file) => change((before) => [file, ...before.filter(({ uuid }) => uuid !== file.uuid)])}
      />
      {rows?.length === 0 && <p>{say('files.none')}</p>}
      {rows && rows.length > 0 && (
        <Rows>
          {rows.map((file) => (
            <FileRow key={file.uuid} file={file} onRemove={() => setAsked(file)} />
          ))}
        </Rows>
      )}
      {error && <LoadFault error={error} isStale={rows !== undefined} onRetry={rows ? loadMore : reload} />}
      {isLoading && <Skeleton label={sayShared('list.loading')} lines={3} />}
      {hasMore && !isLoading && !error && (
        <div>
          <Button onClick={loadMore}>{say('files.more')}</Button>
        </div>
      )}
      {asked && (
        <Confirm
          title={say('files.removeTitle', { name: asked.name })}
          doLabel={say('files.remove')}
          isDanger
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await client.admin.files.remove(asked.uuid)
            change((before) => before.filter(({ uuid }) => uuid !== asked.uuid))
            showToast(say('files.removed'))
          }}
        >
          <p>{say('files.removeHint')}</p>
        </Confirm>
      )}
    </Section>
  )
}
