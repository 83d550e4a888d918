import { TextArea } from '../../ui/field.tsx'
import { useShownText } from './use-shown-text.ts'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A list of texts, one on each line. */
export function LinesField({
  label,
  hint,
  lines,
  fault,
  onChange,
}: {
  label: string
  hint: string
  lines: readonly string[]
  fault: string | undefined
  onChange: (lines: string[]) => void
}) {
  const { text, setText } = useShownText<readonly string[]>(lines, (all) => all.join('\n'), linesOf)
  return (
    <TextArea
      label={label}
      hint={hint}
      spellCheck={false}
      dir="auto"
      value={text}
      fault={fault}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(linesOf(event.currentTarget.value))
      }}
    />
  )
}
