import type { KnownAnswer } from '@askline/client'
import { useEdit } from '../../live/use-edit.ts'
import { useLive } from '../../live/use-live.ts'
import { say } from '../admin-words.ts'
import { Form } from '../frame/form.tsx'
import { AnswerFields, cutTexts, type WrittenAnswer } from './answer-fields.tsx'

const fieldsOf = ({ question, answer, class: ofClass, language }: KnownAnswer): WrittenAnswer => ({
  question,
  answer,
  class: ofClass,
  language,
})

/** Edits a known answer. */
export function AnswerForm({ known, onReload }: { known: KnownAnswer; onReload: () => void }) {
  const { client } = useLive()
  const edit = useEdit({
    value: known,
    fieldsOf,
    save: (changes, options) => client.admin.knowledge.update(known.uuid, cutTexts(changes), options),
  })
  return (
    <Form title={say('knowledge.form')} edit={edit} onReload={onReload}>
      <AnswerFields fields={edit.fields} set={edit.set} faultOf={edit.faultOf} />
    </Form>
  )
}
