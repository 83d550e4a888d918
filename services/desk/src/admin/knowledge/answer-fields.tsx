import type { KnownAnswer } from '@askline/client'
import { type ReactNode, useState } from 'react'
import { TextPreview } from '../../desk/text-preview.tsx'
import { useLive } from '../../live/use-live.ts'
import type { FaultOf } from '../../live/use-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { cutEmptyLines } from '../../words/cut-empty-lines.ts'
import { say } from '../admin-words.ts'

/** The editable fields of a known answer. */
export type WrittenAnswer = Pick<KnownAnswer, 'question' | 'answer' | 'class' | 'language'>

/** Returns what was written as it is sent. */
export const cutTexts = <Written extends Partial<WrittenAnswer>>(written: Written): Written => ({
  ...written,
  ...(written.question !== undefined && { question: cutEmptyLines(written.question) }),
  ...(written.answer !== undefined && { answer: cutEmptyLines(written.answer) }),
})

/** The fields of a known answer. `children` stand between the question and the answer. */
export function AnswerFields({
  fields,
  set,
  faultOf,
  children,
}: {
  fields: WrittenAnswer
  set: <Name extends keyof WrittenAnswer>(name: Name, value: WrittenAnswer[Name]) => void
  faultOf: FaultOf
  children?: ReactNode
}) {
  const { client } = useLive()
  const [isPreviewing, setIsPreviewing] = useState(false)
  const text = (name: 'question' | 'answer', rows: number) => (
    <TextArea
      label={say(`knowledge.${name}`)}
      hint={say(`knowledge.${name}Hint`)}
      required
      maxLength={10_000}
      rows={rows}
      dir="auto"
      value={fields[name]}
      fault={faultOf(name)}
      onChange={(event) => set(name, event.currentTarget.value)}
    />
  )
  return (
    <>
      {text('question', 2)}
      {children}
      {text('answer', 5)}
      {isPreviewing && <TextPreview text={fields.answer} render={client.messages.preview} />}
      <div>
        <Button kind="quiet" icon="eye" aria-pressed={isPreviewing} onClick={() => setIsPreviewing(!isPreviewing)}>
          {say('knowledge.preview')}
        </Button>
      </div>
      <TextField
        label={say('knowledge.class')}
        hint={say('knowledge.classHint')}
        maxLength={200}
        value={fields.class ?? ''}
        fault={faultOf('class')}
        onChange={(event) => set('class', event.currentTarget.value || null)}
      />
      <TextField
        label={say('knowledge.language')}
        hint={say('knowledge.languageHint')}
        pattern="[a-z]{2}"
        maxLength={2}
        value={fields.language ?? ''}
        fault={faultOf('language')}
        onChange={(event) => set('language', event.currentTarget.value.toLowerCase() || null)}
      />
    </>
  )
}
