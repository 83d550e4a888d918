import type { TrainingFile } from '@askline/client'
import { useState } from 'react'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { useProgress } from '../../live/use-progress.ts'
import { showToast } from '../../ui/toast.tsx'
import { CardList } from '../frame/card-list.tsx'
import { Confirm } from '../frame/confirm.tsx'
import { Section } from '../frame/section.tsx'
import { FileRow } from './file-row.tsx'
import { say } from './training-words.ts'
import { UploadForm } from './upload-form.tsx'

const inWork: readonly TrainingFile['status'][] = ['QUEUED', 'READING', 'TRAINING']

/** The training files of the company, newest first, with the upload of another one. */
export function Files() {
  const { client } = useLive()
  const list = useFetch('training-files', () => client.admin.files.list({ limit: 10 }))
  useProgress(list, {
    isOpen: ({ status }) => inWork.includes(status),
    fetch: (uuid) => client.admin.files.get(uuid),
    everyMs: 1_000,
  })
  const [asked, setAsked] = useState<TrainingFile>()
  return (
    <Section title={say('files.title')} lead={say('files.lead')}>
      <UploadForm
        onUploaded={(file) => list.change((before) => [file, ...before.filter(({ uuid }) => uuid !== file.uuid)])}
      />
      <CardList list={list} isSingle empty={<p>{say('files.none')}</p>}>
        {(file) => <FileRow key={file.uuid} file={file} onRemove={() => setAsked(file)} />}
      </CardList>
      {asked && (
        <Confirm
          title={say('files.removeTitle', { name: asked.name })}
          doLabel={say('files.remove')}
          isDanger
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await client.admin.files.remove(asked.uuid)
            list.change((before) => before.filter(({ uuid }) => uuid !== asked.uuid))
            showToast(say('files.removed'))
          }}
        >
          <p>{say('files.removeHint')}</p>
        </Confirm>
      )}
    </Section>
  )
}
