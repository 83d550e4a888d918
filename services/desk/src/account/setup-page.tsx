import { NotFoundError } from '@askline/client'
import { useMemo, useState } from 'react'
import { leaveTo } from '../session/leave-to.ts'
import { Select, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { type Locale, language, localeInUse } from '../words/messages.ts'
import { deviceTimeZone, timeZoneChoices } from '../words/time-zone-choices.ts'
import { AccountForm, FormGroup } from './account-form.tsx'
import { say } from './account-words.tsx'
import { Card } from './card.tsx'
import { Commands } from './commands.tsx'
import { EmailField, NameField, PasswordField } from './fields.tsx'
import { findLacks } from './lacks.ts'
import { post } from './post.ts'
import { SendingFault } from './sending-fault.tsx'
import { isRefusedToken } from './spent-link.tsx'
import { suggestTag } from './suggest-tag.ts'
import { useSending } from './use-sending.ts'

/** Commands of which each prints a new link. The first is for containers. */
const newLink = ['deploy/install.sh', 'npm run askline -- setup link']

/** Creates the first company and its admin, who then is signed in. */
export function SetupPage({ token }: { token: string | undefined }) {
  const [isDone, setIsDone] = useState(false)
  if (isDone)
    return (
      <Card title={say('setup.doneTitle')} lead={say('setup.done')} isResult>
        <a href="/desk">{say('signIn.link')}</a>
      </Card>
    )
  if (token === undefined)
    return (
      <Card title={say('setup.title')} lead={say('setup.noToken')}>
        <Commands lines={newLink} />
      </Card>
    )
  return (
    <Card title={say('setup.title')} lead={say('setup.lead')}>
      <SetupForm token={token} onDone={() => setIsDone(true)} />
    </Card>
  )
}

const languages: readonly { value: Locale; text: string }[] = [
  { value: 'en', text: 'English' },
  { value: 'de', text: 'Deutsch' },
]

function SetupForm({ token, onDone }: { token: string; onDone: () => void }) {
  const sending = useSending()
  const { faultOf, fault } = sending
  const [company, setCompany] = useState({ name: '', timeZone: deviceTimeZone(), language: localeInUse() })
  /** `undefined` until it is typed: then it follows the name. */
  const [typedTag, setTypedTag] = useState<string>()
  const [admin, setAdmin] = useState({ name: '', email: '', password: '' })
  const tag = typedTag ?? suggestTag(company.name, company.language)
  const zones = useMemo(() => timeZoneChoices(company.timeZone), [company.timeZone])
  const now = new Date().toLocaleTimeString(language(), {
    timeZone: company.timeZone,
    hour: 'numeric',
    minute: '2-digit',
  })

  const submit = () =>
    sending.send(
      findLacks(
        {
          'company.name': company.name,
          'company.tag': tag,
          'admin.name': admin.name,
          'admin.email': admin.email,
          'admin.password': admin.password,
        },
        'admin.password',
      ),
      async () => {
        try {
          await post('/setup', { token, company: { ...company, tag }, admin })
        } catch (error) {
          if (error instanceof NotFoundError) return onDone()
          throw error
        }
        await leaveTo('/desk/admin/start')
      },
    )
  return (
    <AccountForm sending={sending} submitLabel={say('setup.submit')} onSubmit={() => void submit()}>
      <FormGroup title={say('setup.company')}>
        <NameField
          label={say('setup.companyName')}
          autoComplete="organization"
          value={company.name}
          fault={faultOf('company.name')}
          onChange={(name) => setCompany({ ...company, name })}
        />
        <TextField
          label={say('setup.tag')}
          hint={say('setup.tagHint', { address: `${location.host}/widget/${tag || 'bank-one'}` })}
          name="tag"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          required
          value={tag}
          fault={faultOf('company.tag')}
          onChange={(event) => setTypedTag(event.currentTarget.value)}
        />
        <Select
          label={say('setup.timeZone')}
          hint={say('setup.timeZoneHint', { time: now })}
          value={company.timeZone}
          options={zones}
          fault={faultOf('company.timeZone')}
          onChange={(event) => setCompany({ ...company, timeZone: event.currentTarget.value })}
        />
        <Select
          label={say('setup.language')}
          hint={say('setup.languageHint')}
          value={company.language}
          options={languages}
          fault={faultOf('company.language')}
          onChange={(event) => setCompany({ ...company, language: event.currentTarget.value as Locale })}
        />
      </FormGroup>
      <FormGroup title={say('setup.admin')}>
        <NameField
          label={say('setup.adminName')}
          autoComplete="name"
          value={admin.name}
          fault={faultOf('admin.name')}
          onChange={(name) => setAdmin({ ...admin, name })}
        />
        <EmailField
          hint={say('setup.emailHint')}
          value={admin.email}
          fault={faultOf('admin.email')}
          onChange={(email) => setAdmin({ ...admin, email })}
        />
        <PasswordField
          label={say('password.label')}
          value={admin.password}
          fault={faultOf('admin.password')}
          onChange={(password) => setAdmin({ ...admin, password })}
        />
      </FormGroup>
      {isRefusedToken(fault) ? (
        <Notice kind="bad" isLive title={say('link.failedTitle')}>
          <p>{say('setup.failed')}</p>
          <Commands lines={newLink} />
        </Notice>
      ) : (
        <SendingFault fault={fault} />
      )}
    </AccountForm>
  )
}
