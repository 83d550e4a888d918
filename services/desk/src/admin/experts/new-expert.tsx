import { useState } from 'react'
import { useLive } from '../../live/use-live.ts'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../frame/form-dialog.tsx'
import { WordsField } from '../frame/words-field.tsx'
import { say } from '../words.ts'

/** Asks for what a new expert needs at least. `onAdded` receives the first password. */
export function NewExpert({
  onAdded,
  onClose,
}: {
  onAdded: (expert: { uuid: string; name: string; password: string | null }) => void
  onClose: () => void
}) {
  const { client } = useLive()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [languages, setLanguages] = useState<string[]>(['en'])
  return (
    <FormDialog
      title={say('experts.add')}
      doLabel={say('experts.add')}
      onClose={onClose}
      onSubmit={async () => onAdded(await client.admin.experts.create({ name, email, languages }))}
    >
      <TextField
        label={say('experts.name')}
        hint={say('experts.nameHint')}
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={say('experts.email')}
        hint={say('experts.emailHint')}
        type="email"
        required
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <WordsField
        label={say('experts.languages')}
        hint={say('experts.languagesHint')}
        each="[a-z]{2}"
        isRequired
        words={languages}
        onChange={setLanguages}
      />
    </FormDialog>
  )
}
