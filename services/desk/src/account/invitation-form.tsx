import { useState } from 'react'
import { PasswordOwner } from '../ui/password-owner.tsx'
import { AccountForm } from './account-form.tsx'
import { say } from './account-words.tsx'
import { Card } from './card.tsx'
import { enterDesk } from './enter-desk.ts'
import { NameField, PasswordField } from './fields.tsx'
import { findLacks } from './lacks.ts'
import { LinkFacts } from './link-facts.tsx'
import type { LinkFormProps } from './link-preview.ts'
import { SendingFault } from './sending-fault.tsx'
import { useSending } from './use-sending.ts'

/** Accepts an invitation: the person chooses a password, may correct their name, and then is signed in. */
export function InvitationForm({ token, preview, present, onSpent }: LinkFormProps) {
  const sending = useSending()
  const { faultOf, fault } = sending
  const [name, setName] = useState(preview.name)
  const [password, setPassword] = useState('')
  const submit = () =>
    sending.send(findLacks({ name, password }, 'password'), () =>
      enterDesk('/oauth/invitations/accept', { token, name, password }, onSpent),
    )
  return (
    <Card title={say('invitation.title')} lead={say('invitation.lead')}>
      <LinkFacts preview={preview} present={present} />
      <AccountForm sending={sending} submitLabel={say('invitation.submit')} onSubmit={() => void submit()}>
        <NameField
          label={say('invitation.name')}
          hint={say('invitation.nameHint')}
          autoComplete="name"
          value={name}
          fault={faultOf('name')}
          onChange={setName}
        />
        <PasswordOwner email={preview.email} />
        <PasswordField
          label={say('password.label')}
          value={password}
          fault={faultOf('password')}
          onChange={setPassword}
        />
        <SendingFault fault={fault} />
      </AccountForm>
    </Card>
  )
}
