import { useState } from 'react'
import { FormDialog } from '../../desk/form-dialog.tsx'
import { useLive } from '../../live/use-live.ts'
import { type AddedAccount, invitationOf } from '../accounts/account.ts'
import { say } from '../admin-words.ts'
import { EmailField } from '../frame/email-field.tsx'
import { NameField } from '../frame/name-field.tsx'
import { WordsField } from '../frame/words-field.tsx'

/** Asks for what a new expert needs at least. `onAdded` receives the invitation. */
export function NewExpert({ onAdded, onClose }: { onAdded: (added: AddedAccount) => void; onClose: () => void }) {
  const { client } = useLive()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [languages, setLanguages] = useState<string[]>(['en'])
  return (
    <FormDialog
      title={say('experts.add')}
      doLabel={say('experts.add')}
      onClose={onClose}
      onSubmit={async () => onAdded(invitationOf(await client.admin.experts.create({ name, email, languages })))}
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
          <p>{say('link.addHint')}</p>
        </>
      )}
    </FormDialog>
  )
}
