import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { createCell } from '../live/cell.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import styles from './request-panel.module.css'
import { fetchToken } from './send-draft.ts'

/** The reader's token. It stays in the memory of this page and is gone after a reload. */
const token = createCell('')

/** Returns the reader's token, or an empty text. */
export const useToken = (): string => useSyncExternalStore(token.subscribe, token.get)

/** Takes the reader's token, or obtains one with a client id and its secret. */
export function TokenForm() {
  const shown = useToken()
  return (
    <div className={styles['token']}>
      <TextField
        label="Access token"
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={shown}
        onChange={(event) => token.set(event.currentTarget.value.trim())}
        hint="Stays in the memory of this page."
      />
      <details className={styles['more']}>
        <summary>Obtain one with a client id and secret</summary>
        <CredentialForm />
      </details>
    </div>
  )
}

const fields = [
  { name: 'client_id', label: 'Client id', hint: undefined },
  { name: 'client_secret', label: 'Client secret', hint: undefined },
  { name: 'userEmail', label: 'User (optional)', hint: 'An e-mail address. The token then acts for this user only.' },
  { name: 'scope', label: 'Scopes (optional)', hint: 'Separated by spaces. All scopes of the client by default.' },
] as const

function CredentialForm() {
  const [values, setValues] = useState<Record<string, string>>({})
  const [told, setTold] = useState<{ text: string; isFault: boolean }>()
  const [isBusy, setBusy] = useState(false)
  async function obtain(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      const obtained = await fetchToken(values)
      token.set(obtained.token)
      setTold({ text: `Token obtained. Scopes: ${obtained.scope || 'none'}.`, isFault: false })
    } catch (error) {
      setTold({ text: error instanceof Error ? error.message : String(error), isFault: true })
    }
    setBusy(false)
  }
  return (
    <form className={styles['fields']} onSubmit={(event) => void obtain(event)}>
      {fields.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          type={name === 'client_secret' ? 'password' : 'text'}
          autoComplete="off"
          spellCheck={false}
          required={name === 'client_id' || name === 'client_secret'}
          value={values[name] ?? ''}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
      <Button type="submit" size="small" isBusy={isBusy}>
        Obtain token
      </Button>
      <p role="status" className={told?.isFault ? styles['fault'] : styles['told']}>
        {told?.text}
      </p>
    </form>
  )
}
