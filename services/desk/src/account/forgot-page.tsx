import { useState } from 'react'
import { TextField } from '../ui/field.tsx'
import { AccountForm, Folded } from './account-form.tsx'
import { say, sayWith } from './account-words.tsx'
import { Card, CardText } from './card.tsx'
import { Commands } from './commands.tsx'
import { EmailField } from './fields.tsx'
import { findLacks } from './lacks.ts'
import { post } from './post.ts'
import { SendingFault } from './sending-fault.tsx'
import { useSending } from './use-sending.ts'

/** Tells the admins of a company that a person needs a new password. The page does not say whether the address is known. */
export function ForgotPage() {
  const sending = useSending()
  const { faultOf, fault } = sending
  const [email, setEmail] = useState('')
  const [company, setCompany] = useState('')
  const [isSent, setIsSent] = useState(false)

  if (isSent)
    return (
      <Card title={say('forgot.sentTitle')} lead={sayWith('forgot.sent', { email: <bdi>{email}</bdi> })} isResult>
        <CardText>{say('forgot.sentWhy')}</CardText>
        <a href="/desk">{say('signIn.link')}</a>
      </Card>
    )
  const submit = () =>
    sending.send(findLacks({ email }), async () => {
      const tag = company.trim().toLowerCase()
      await post('/oauth/password/forgot', { email, ...(tag === '' ? {} : { company: tag }) })
      setIsSent(true)
    })
  return (
    <Card title={say('forgot.title')} lead={say('forgot.lead')}>
      <AccountForm sending={sending} submitLabel={say('forgot.submit')} onSubmit={() => void submit()}>
        <EmailField value={email} fault={faultOf('email')} onChange={setEmail} />
        <Folded summary={say('forgot.several')} isOpened={faultOf('company') !== undefined}>
          <TextField
            label={say('forgot.company')}
            hint={say('forgot.companyHint')}
            name="organization"
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="organization"
            value={company}
            fault={faultOf('company')}
            onChange={(event) => setCompany(event.currentTarget.value)}
          />
        </Folded>
        <SendingFault fault={fault} />
      </AccountForm>
      <Folded summary={say('forgot.onlyAdmin')}>
        <CardText>{say('forgot.onlyAdminHint')}</CardText>
        <Commands lines={['askline staff invite ADDRESS \\', '  --company TAG']} />
      </Folded>
      <a href="/desk">{say('signIn.link')}</a>
    </Card>
  )
}
