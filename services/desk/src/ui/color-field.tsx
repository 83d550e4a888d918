import styles from './color-field.module.css'
import { TextField } from './field.tsx'

/** A color as `#rrggbb`, typed or chosen. */
export function ColorField({
  label,
  pickLabel,
  hint,
  fault,
  placeholder,
  shown,
  value,
  onChange,
}: {
  label: string
  /** Names the button that opens the browser's color chooser. */
  pickLabel: string
  hint?: string
  fault?: string | undefined
  placeholder?: string
  /** The color in force, which the button shows: `value`, or what applies instead of it. */
  shown: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <div className={styles['color']}>
      <TextField
        label={label}
        hint={hint}
        fault={fault}
        pattern="#[0-9a-fA-F]{6}"
        spellCheck={false}
        autoCapitalize="none"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.trim().toLowerCase())}
      />
      <input
        type="color"
        className={styles['pick']}
        aria-label={pickLabel}
        value={shown}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
