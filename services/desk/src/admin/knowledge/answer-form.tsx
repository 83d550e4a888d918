import type { KnownAnswer } from '@askline/client'
import { useEdit } from '../../live/use-edit.ts'
import { useLive } from '../../live/use-live.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Form } from '../frame/form.tsx'
import { say } from '../words.ts'

const fieldsOf = ({ question, answer, class: ofClass, language }: KnownAnswer) => ({
  question,
  answer,
  class: ofClass,
  language,
})

/** What an admin can change of a known answer. */
export function AnswerForm({ known, onReload }: { known: KnownAnswer; onReload: () => void }) {
  const { client } = useLive()
  const edit = useEdit({
    value: known,
    fieldsOf,
    save: (changes, options) => client.admin.knowledge.update(known.uuid, changes, options),
  })
  const { fields, set, faultOf } = edit
  return (
    <Form title={say('knowledge.form')} edit={edit} onReload={onReload}>
      <TextArea
        label={say('knowledge.question')}
        hint={say('knowledge.questionHint')}
        required
        maxLength={10_000}
        rows={2}
        dir="auto"
        value={fields.question}
        fault={faultOf('question')}
        onChange={(event) => set('question', event.currentTarget.value)}
      />
      <TextArea
        label={say('knowledge.answer')}
        hint={say('knowledge.answerHint')}
        required
        maxLength={10_000}
        rows={5}
        dir="auto"
        value={fields.answer}
        fault={faultOf('answer')}
        onChange={(event) => set('answer', event.currentTarget.value)}
      />
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
    </Form>
  )
}
