import { useState } from 'react'
import { useLive } from '../../live/use-live.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { FormDialog } from '../frame/form-dialog.tsx'
import { say } from '../words.ts'
import styles from './knowledge.module.css'

/**
 * Asks for a new known answer. `question` is what was asked, and `wordings` are further questions that the answer may also be
 * added to.
 */
export function NewAnswer({
  question: asked = '',
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
  const [question, setQuestion] = useState(asked)
  const [answer, setAnswer] = useState('')
  const [ofClass, setClass] = useState('')
  const [language, setLanguage] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  // A second attempt after a failure does not add again what the first one added.
  const [added, setAdded] = useState<readonly string[]>([])
  return (
    <FormDialog
      title={say('knowledge.add')}
      doLabel={say('knowledge.add')}
      onClose={onClose}
      onSubmit={async () => {
        const more = { ...(ofClass && { class: ofClass }), ...(language && { language: language.toLowerCase() }) }
        for (const text of [question, ...chosen].filter((one) => !added.includes(one))) {
          await client.admin.knowledge.create({ question: text, answer, ...more })
          setAdded((before) => [...before, text])
        }
        onAdded()
      }}
    >
      <TextArea
        label={say('knowledge.question')}
        hint={say('knowledge.questionHint')}
        required
        maxLength={10_000}
        rows={2}
        dir="auto"
        value={question}
        onChange={(event) => setQuestion(event.currentTarget.value)}
      />
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
      <TextArea
        label={say('knowledge.answer')}
        hint={say('knowledge.answerHint')}
        required
        maxLength={10_000}
        dir="auto"
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
      <TextField
        label={say('knowledge.class')}
        hint={say('knowledge.classHint')}
        maxLength={200}
        value={ofClass}
        onChange={(event) => setClass(event.currentTarget.value)}
      />
      <TextField
        label={say('knowledge.language')}
        hint={say('knowledge.languageHint')}
        pattern="[A-Za-z]{2}"
        maxLength={2}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
