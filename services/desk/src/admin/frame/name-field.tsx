import { TextField } from '../../ui/field.tsx'
import { say } from '../admin-words.ts'

/** The name of something that admins manage. Its hint says who sees the name. */
export function NameField({
  of,
  name,
  fault,
  onChange,
}: {
  of: 'categories' | 'company' | 'experts' | 'integrations' | 'staff' | 'webhooks'
  name: string
  fault?: string | undefined
  onChange: (name: string) => void
}) {
  return (
    <TextField
      label={say(`${of}.name`)}
      hint={say(`${of}.nameHint`)}
      required
      maxLength={200}
      value={name}
      fault={fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
