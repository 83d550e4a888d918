import type { TrainingFile } from '@askline/client'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { percent } from '../../words/percent.ts'
import { formatTime } from '../../words/times.ts'
import { codeText } from '../admin-words.ts'
import { ApiText } from '../frame/api-text.tsx'
import { Row, RowFact } from '../frame/section.tsx'
import styles from './training-page.module.css'
import { say } from './training-words.ts'

const kinds = {
  QUEUED: 'plain',
  READING: 'go',
  TRAINING: 'go',
  READY: 'good',
  REFUSED: 'bad',
  FAILED: 'bad',
} as const

/** A training file: how far it has come, and what of it was refused. */
export function FileRow({ file, onRemove }: { file: TrainingFile; onRemove: () => void }) {
  const { name, type, status, progress, rowsRead, rowsAccepted, rowsRefused, refused, notes, fault } = file
  const isOpen = status === 'QUEUED' || status === 'READING' || status === 'TRAINING'
  return (
    <Row>
      <div className={styles['file']}>
        <div className={styles['name']}>
          <strong dir="auto">{name}</strong>
          <Badge kind={kinds[status]}>{say(`files.${status}`)}</Badge>
          <RowFact>
            {say(`files.${type}`)}, <time dateTime={file.dateCreated}>{formatTime(file.dateCreated)}</time>
          </RowFact>
        </div>
        <Button
          size="small"
          kind="quiet"
          icon="trash-2"
          aria-label={say('files.removeOf', { name })}
          onClick={onRemove}
        />
      </div>
      {isOpen && <Progress label={say('files.progress', { name })} value={progress} />}
      {fault && (
        <p className={styles['fault']}>
          <ApiText text={codeText(`file.${fault.code}`)} message={fault.message} />{' '}
          {fault.line !== null && say('files.faultLine', { line: fault.line })}
        </p>
      )}
      {rowsRead > 0 && <RowFact>{say('files.rows', { accepted: rowsAccepted, read: rowsRead })}</RowFact>}
      {file.heldOutAccuracy !== null && (
        <RowFact>{say('files.accuracy', { accuracy: percent(file.heldOutAccuracy) })}</RowFact>
      )}
      {notes?.map(({ code, count, message }) => (
        <RowFact key={code}>
          <ApiText text={codeText(`note.${code}`, { n: count })} message={message} />
        </RowFact>
      ))}
      {rowsRefused > 0 && (
        <details className={styles['details']}>
          <summary>{say('files.refused', { n: rowsRefused })}</summary>
          {rowsRefused > refused.length && <p>{say('files.refusedFirst')}</p>}
          <ol>
            {refused.map(({ line, field, reason, message }) => (
              <li key={`${line} ${field}`}>
                <strong>{say('files.line', { line })}</strong>{' '}
                <ApiText text={codeText(`row.${reason}`, { column: `„${field}“` })} message={message} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </Row>
  )
}
