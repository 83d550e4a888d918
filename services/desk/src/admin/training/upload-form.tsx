import { type FileType, InvalidError, type TrainingFile } from '@askline/client'
import { useLayoutEffect, useRef, useState } from 'react'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { useLive } from '../../live/use-live.ts'
import { useMove } from '../../live/use-move.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useRefusedFocus } from '../../ui/refused-focus.ts'
import { showToast } from '../../ui/toast.tsx'
import { describeFault } from '../../words/describe-fault.ts'
import { language } from '../../words/messages.ts'
import styles from './training-page.module.css'
import { say } from './training-words.ts'

const types = ['UTTERANCES', 'QA', 'HISTORY'] as const satisfies readonly FileType[]

/** Chooses a file, or takes one that is dropped on it, and uploads it. */
export function UploadForm({ onUploaded }: { onUploaded: (file: TrainingFile) => void }) {
  const { client } = useLive()
  const { run, busy, fault } = useMove()
  const [type, setType] = useState<FileType>('UTTERANCES')
  const [file, setFile] = useState<File>()
  const [refused, setRefused] = useState<{ fault: string }>()
  // A new field for each upload, because a page cannot empty the one that a person filled.
  const [uploads, setUploads] = useState(0)
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setRefused(undefined)
  }
  const form = useFileDrop(choose)
  useRefusedFocus(form, refused)
  const upload = async (chosen: File) => {
    setRefused(undefined)
    try {
      onUploaded(await client.admin.files.upload(type, chosen, chosen.name))
    } catch (error) {
      if (error instanceof InvalidError) setRefused({ fault: describeFault(error) })
      throw error
    }
    showToast(say('files.uploaded'))
    setFile(undefined)
    setUploads((before) => before + 1)
  }
  return (
    <form
      ref={form}
      className={styles['upload']}
      aria-label={say('files.upload')}
      onSubmit={(event) => {
        event.preventDefault()
        if (file) void run('upload', () => upload(file))
      }}
    >
      <Select
        label={say('files.type')}
        hint={say(`files.${type}.hint`)}
        value={type}
        options={types.map((value) => ({ value, text: say(`files.${value}`) }))}
        onChange={(event) => setType(event.currentTarget.value as FileType)}
      />
      <TextField
        key={uploads}
        label={say('files.file')}
        hint={say('files.fileHint')}
        type="file"
        accept=".csv,.tsv,.jsonl"
        fault={refused?.fault}
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
      {file && <p dir="auto">{say('files.chosen', { name: file.name, size: sizeText(file.size) })}</p>}
      {!refused && <FaultNotice fault={fault} />}
      {busy !== undefined && <Notice isLive>{say('files.uploading')}</Notice>}
      <div>
        <Button type="submit" kind="primary" disabled={!file} isBusy={busy !== undefined}>
          {say('files.upload')}
        </Button>
      </div>
    </form>
  )
}

/** A smaller file would be 0 kB. */
const leastShown = 0.1

const sizeText = (bytes: number) =>
  new Intl.NumberFormat(language(), {
    style: 'unit',
    unit: bytes < 1_000_000 ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes < 1_000_000 ? Math.max(leastShown, bytes / 1_000) : bytes / 1_000_000)

/** Returns the ref of an element on which a file can be dropped. */
function useFileDrop(onFile: (file: File) => void) {
  const target = useRef<HTMLFormElement>(null)
  const onFileNow = useRef(onFile)
  onFileNow.current = onFile
  // Before the form is shown: a file that is dropped at once is not lost.
  useLayoutEffect(() => {
    const element = target.current
    const over = (event: DragEvent) => event.preventDefault()
    const drop = (event: DragEvent) => {
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (file) onFileNow.current(file)
    }
    element?.addEventListener('dragover', over)
    element?.addEventListener('drop', drop)
    return () => {
      element?.removeEventListener('dragover', over)
      element?.removeEventListener('drop', drop)
    }
  }, [])
  return target
}
