import { type FormEvent, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { TextField } from '../ui/field.tsx'
import { Samples } from './code.tsx'
import { useDocs } from './docs-context.ts'
import type { Operation } from './reference.ts'
import { draftOf, exampleOfParameter, type RequestDraft } from './request-draft.ts'
import styles from './request-panel.module.css'
import { type Outcome, sendDraft } from './send-draft.ts'
import { TokenForm, useToken } from './token-form.tsx'
import { type Language, writeSamples } from './write-samples.ts'

/** The request of an operation as samples and as a form that sends it, with its answer. */
export function RequestPanel({ operation }: { operation: Operation }) {
  const { reference } = useDocs()
  const [draft, setDraft] = useState(() => draftOf(operation))
  const [isOpen, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const samples = Object.entries(writeSamples(operation, draft, reference.serverUrl)).map(([language, text]) => ({
    language: language as Language,
    text,
  }))
  return (
    <div className={styles['panel']}>
      <Samples samples={samples} label="Request" />
      {isOpen ? (
        <>
          {operation.needsToken && <TokenForm />}
          <RequestForm operation={operation} draft={draft} setDraft={setDraft} setOutcome={setOutcome} />
        </>
      ) : (
        <Button kind="primary" icon="send" onClick={() => setOpen(true)}>
          Try it
        </Button>
      )}
      {outcome ? <LiveAnswer outcome={outcome} /> : <ExampleAnswers operation={operation} />}
    </div>
  )
}

type FormProps = {
  operation: Operation
  draft: RequestDraft
  setDraft(draft: RequestDraft): void
  setOutcome(outcome: Outcome): void
}

function RequestForm({ operation, draft, setDraft, setOutcome }: FormProps) {
  const token = useToken()
  const [file, setFile] = useState<File>()
  const [isBusy, setBusy] = useState(false)
  const { parameters, body, method } = operation
  const bodyId = useId()
  async function send(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setOutcome(await sendDraft(operation, draft, { token, file }))
    setBusy(false)
  }
  const fieldOf = (parameter: Operation['parameters'][number]) => {
    const name = `${parameter.in}.${parameter.name}`
    return (
      <TextField
        key={name}
        label={parameter.required ? parameter.name : `${parameter.name} (optional)`}
        placeholder={exampleOfParameter(parameter)}
        autoComplete="off"
        spellCheck={false}
        required={parameter.required ?? false}
        value={draft.values[name] ?? ''}
        onChange={(event) => setDraft({ ...draft, values: { ...draft.values, [name]: event.currentTarget.value } })}
      />
    )
  }
  const optional = parameters.filter((one) => !one.required)
  return (
    <form className={styles['form']} aria-label="Request" onSubmit={(event) => void send(event)}>
      {parameters.filter((one) => one.required).map(fieldOf)}
      {optional.length > 0 && (
        <details className={styles['more']}>
          <summary>Optional parameters</summary>
          <div className={styles['fields']}>{optional.map(fieldOf)}</div>
        </details>
      )}
      {body && (
        <div className={styles['body']}>
          <label htmlFor={bodyId}>
            {body.type === 'application/json' ? 'Body' : 'Fields of the form, as JSON'}
            {body.isRequired ? '' : ' (optional)'}
          </label>
          <textarea
            id={bodyId}
            rows={4}
            spellCheck={false}
            value={draft.body}
            onChange={(event) => setDraft({ ...draft, body: event.currentTarget.value })}
          />
        </div>
      )}
      {body?.type === 'multipart/form-data' && (
        <TextField label="File" type="file" required onChange={(event) => setFile(event.currentTarget.files?.[0])} />
      )}
      {method !== 'GET' && (
        <p className={styles['told']}>This request changes data of the service at {location.host}.</p>
      )}
      <Button kind="primary" type="submit" icon="send" isBusy={isBusy}>
        Send request
      </Button>
    </form>
  )
}

function LiveAnswer({ outcome }: { outcome: Outcome }) {
  if ('fault' in outcome) {
    return (
      <p role="alert" className={styles['fault']}>
        The request was not answered. {outcome.fault}
      </p>
    )
  }
  const { status, durationMs, headers, text, isJson } = outcome
  return (
    <section className={styles['answer']} aria-label="Answer">
      <p role="status" className={styles['line']}>
        <StatusMark status={String(status)} />
        <span className={styles['told']}>{durationMs} ms</span>
      </p>
      <dl className={styles['headers']}>
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {text === '' ? (
        <p className={styles['told']}>The answer has no body.</p>
      ) : (
        <Samples samples={[{ language: isJson ? 'json' : 'text', text }]} label="Body of the answer" />
      )}
    </section>
  )
}

/** Shows the documented example of an answer. The reader chooses the status. */
function ExampleAnswers({ operation }: { operation: Operation }) {
  const shown = operation.answers.filter(({ example }) => example !== undefined)
  const [status, setStatus] = useState(shown[0]?.status)
  const found = shown.find((one) => one.status === status)
  if (!found) return null
  const { example } = found
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return (
    <section className={styles['answer']} aria-label="Example of the answer">
      <fieldset className={styles['statuses']} aria-label="Status of the answer">
        {shown.map((one) => (
          <button
            key={one.status}
            type="button"
            className={styles['status']}
            aria-pressed={one.status === status}
            onClick={() => setStatus(one.status)}
          >
            <StatusMark status={one.status} />
          </button>
        ))}
      </fieldset>
      <Samples
        samples={[{ language: typeof example === 'string' ? 'text' : 'json', text }]}
        label={`Answer ${status}`}
      />
    </section>
  )
}

/** Shows a status in the color of its kind. */
export function StatusMark({ status }: { status: string }) {
  const kind = status.startsWith('2') ? 'good' : status.startsWith('3') ? 'neutral' : 'bad'
  return <span className={classNames(styles['mark'], styles[kind])}>{status}</span>
}
