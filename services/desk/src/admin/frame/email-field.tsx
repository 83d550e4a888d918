import { TextField } from '../../ui/field.tsx'
import { say } from '../admin-words.ts'

/** The address with which an expert, agent or admin signs in. */
export function EmailField({
  of,
  email,
  fault,
  onChange,
}: {
  of: 'experts' | 'staff'
  email: string
  fault?: string | undefined
  onChange: (email: string) => void
}) {
  return (
    <TextField
      label={say(`${of}.email`)}
      hint={say(`${of}.emailHint`)}
      type="text"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      autoComplete="off"
      value={email}
      fault={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
