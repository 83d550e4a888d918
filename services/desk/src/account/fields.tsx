import { useState } from 'react'
import { TextField } from '../ui/field.tsx'
import { Switch } from '../ui/switch.tsx'
import { say } from './account-words.tsx'
import styles from './fields.module.css'
import { shortestPassword } from './lacks.ts'

type FieldProps = { value: string; fault: string | undefined; onChange: (value: string) => void }

/** The address with which a person signs in. The service accepts more than a browser's check of addresses does. */
export function EmailField({ hint, value, fault, onChange }: FieldProps & { hint?: string }) {
  return (
    <TextField
      label={say('email.label')}
      hint={hint}
      name="email"
      type="text"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      autoComplete="username"
      required
      value={value}
      fault={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The name of a company or a person, in any direction of writing. */
export function NameField({
  label,
  hint,
  autoComplete,
  value,
  fault,
  onChange,
}: FieldProps & { label: string; hint?: string; autoComplete: 'name' | 'organization' }) {
  return (
    <TextField
      label={label}
      hint={hint}
      name={autoComplete}
      dir="auto"
      autoComplete={autoComplete}
      required
      value={value}
      fault={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** A password that is chosen. Its rules are told before it is typed, and it can be shown instead of being typed twice. */
export function PasswordField({ label, value, fault, onChange }: FieldProps & { label: string }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className={styles['password']}>
      <TextField
        label={label}
        hint={say('password.hint', { n: shortestPassword })}
        name="new-password"
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="new-password"
        required
        value={value}
        fault={fault}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Switch label={say('password.show')} checked={isShown} onChange={setIsShown} />
    </div>
  )
}
