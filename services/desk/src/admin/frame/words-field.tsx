import { TextField } from '../../ui/field.tsx'
import { useShownText } from './use-shown-text.ts'

const wordsOf = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** A list of short texts as one line, with commas. `each` is the pattern of one. */
export function WordsField({
  label,
  hint,
  words,
  each,
  isRequired,
  fault,
  onChange,
}: {
  label: string
  hint: string
  words: readonly string[]
  each?: string
  isRequired?: boolean
  fault?: string | undefined
  onChange: (words: string[]) => void
}) {
  const { text, setText } = useShownText<readonly string[]>(words, (list) => list.join(', '), wordsOf)
  return (
    <TextField
      label={label}
      hint={hint}
      fault={fault}
      required={isRequired}
      {...(each === undefined ? {} : { pattern: `\\s*${each}(\\s*,\\s*${each})*\\s*,?\\s*` })}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(wordsOf(event.currentTarget.value))
      }}
    />
  )
}
