import { useState } from 'react'
import { FormDialog } from '../../desk/form-dialog.tsx'
import { useLive } from '../../live/use-live.ts'
import type { NewAccount } from '../credentials/new-password.tsx'
import { EmailField } from '../frame/email-field.tsx'
import { NameField } from '../frame/name-field.tsx'
import { WordsField } from '../frame/words-field.tsx'
import { say } from '../words.ts'

/** Asks for what a new expert needs at least. `onAdded` receives the first password. */
export function NewExpert({ onAdded, onClose }: { onAdded: (account: NewAccount) => void; onClose: () => void }) {
  const { client } = useLive()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [languages, setLanguages] = useState<string[]>(['en'])
  return (
    <FormDialog
      title={say('experts.add')}
      doLabel={say('experts.add')}
      onClose={onClose}
      onSubmit={async () => {
        const { uuid, invitation } = await client.admin.experts.create({ name, email, languages })
        onAdded({ uuid, name, password: invitation?.url ?? null })
      }}
    >
      {(faultOf) => (
        <>
          <NameField of="experts" name={name} fault={faultOf('name')} onChange={setName} />
          <EmailField of="experts" email={email} fault={faultOf('email')} onChange={setEmail} />
          <WordsField
            label={say('experts.languages')}
            hint={say('experts.languagesHint')}
            each="[a-z]{2}"
            isRequired
            words={languages}
            fault={faultOf('languages', 'entry')}
            onChange={setLanguages}
          />
        </>
      )}
    </FormDialog>
  )
}
