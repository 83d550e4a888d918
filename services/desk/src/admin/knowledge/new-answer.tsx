import { useState } from 'react'
import { FormDialog } from '../../desk/form-dialog.tsx'
import { useLive } from '../../live/use-live.ts'
import { Switch } from '../../ui/switch.tsx'
import { say } from '../admin-words.ts'
import { AnswerFields, cutTexts, type WrittenAnswer } from './answer-fields.tsx'
import styles from './knowledge.module.css'

/**
 * Asks for a new known answer. `question` is what was asked, and `wordings` are further questions that the answer may also be
 * added to.
 */
export function NewAnswer({
  question = '',
  wordings = [],
  onAdded,
  onClose,
}: {
  question?: string
  wordings?: readonly string[]
  onAdded: () => void
  onClose: () => void
}) {
  const { client } = useLive()
  const [fields, setFields] = useState<WrittenAnswer>({ question, answer: '', class: null, language: null })
  const [chosen, setChosen] = useState<readonly string[]>([])
  // A second attempt after a failure does not add again what the first one added.
  const [added, setAdded] = useState<readonly string[]>([])
  return (
    <FormDialog
      title={say('knowledge.add')}
      doLabel={say('knowledge.add')}
      onClose={onClose}
      onSubmit={async () => {
        const { class: ofClass, language, answer } = cutTexts(fields)
        const more = { ...(ofClass && { class: ofClass }), ...(language && { language }) }
        for (const text of [fields.question, ...chosen].filter((one) => !added.includes(one))) {
          await client.admin.knowledge.create({ ...cutTexts({ question: text }), answer, ...more })
          setAdded((before) => [...before, text])
        }
        onAdded()
      }}
    >
      {(faultOf) => (
        <AnswerFields
          fields={fields}
          set={(name, value) => setFields((before) => ({ ...before, [name]: value }))}
          faultOf={faultOf}
        >
          {wordings.length > 0 && (
            <details className={styles['wordings']}>
              <summary>{say('knowledge.wordings', { n: wordings.length })}</summary>
              <div>
                {wordings.map((text) => (
                  <Switch
                    key={text}
                    label={text}
                    checked={chosen.includes(text)}
                    onChange={(isChosen) =>
                      setChosen((before) => (isChosen ? [...before, text] : before.filter((one) => one !== text)))
                    }
                  />
                ))}
              </div>
            </details>
          )}
        </AnswerFields>
      )}
    </FormDialog>
  )
}
