import { TextField } from '../../ui/field.tsx'
import { say } from '../admin-words.ts'
import { useShownText } from './use-shown-text.ts'

type Levels = Record<string, number>

/** Topics with a level from 1 to 5, as one line: "loans 3, cards 2". */
export function TopicLevelsField({
  label,
  levels,
  fault,
  onChange,
}: {
  label: string
  levels: Levels
  fault?: string | undefined
  onChange: (levels: Levels) => void
}) {
  const { text, setText } = useShownText(levels, textOf, levelsOf)
  return (
    <TextField
      label={label}
      hint={say('steps.topicsHint')}
      fault={fault}
      pattern="\s*[^,]+[\s:]+[1-5]\s*(,\s*[^,]+[\s:]+[1-5]\s*)*"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(levelsOf(event.currentTarget.value))
      }}
    />
  )
}

const textOf = (levels: Levels) =>
  Object.entries(levels)
    .map(([topic, level]) => `${topic} ${level}`)
    .join(', ')

function levelsOf(text: string): Levels {
  const found = text.split(',').flatMap((part) => {
    const [, topic, level] = /^\s*(.*?)[\s:]+([1-5])\s*$/.exec(part) ?? []
    return topic && level ? [[topic, Number(level)]] : []
  })
  return Object.fromEntries(found)
}
