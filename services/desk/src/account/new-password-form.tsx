import { useState } from 'react'
import { PasswordOwner } from '../ui/password-owner.tsx'
import { AccountForm } from './account-form.tsx'
import { say } from './account-words.tsx'
import { Card } from './card.tsx'
import { enterDesk } from './enter-desk.ts'
import { PasswordField } from './fields.tsx'
import { findLacks } from './lacks.ts'
import { LinkFacts } from './link-facts.tsx'
import type { LinkFormProps } from './link-preview.ts'
import { SendingFault } from './sending-fault.tsx'
import { useSending } from './use-sending.ts'

/** Sets a new password, which ends every sign-in of the person but the one that begins here. */
export function NewPasswordForm({ token, preview, present, onSpent }: LinkFormProps) {
  const sending = useSending()
  const [password, setPassword] = useState('')
  const submit = () =>
    sending.send(findLacks({ password }, 'password'), () =>
      enterDesk('/oauth/password/reset', { token, password }, onSpent),
    )
  return (
    <Card title={say('reset.title')} lead={say('reset.lead')}>
      <LinkFacts preview={preview} present={present} />
      <AccountForm sending={sending} submitLabel={say('reset.submit')} onSubmit={() => void submit()}>
        <PasswordOwner email={preview.email} />
        <PasswordField
          label={say('password.newLabel')}
          value={password}
          fault={sending.faultOf('password')}
          onChange={setPassword}
        />
        <SendingFault fault={sending.fault} />
      </AccountForm>
    </Card>
  )
}
