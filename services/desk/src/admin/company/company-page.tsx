import type { Company } from '@askline/client'
import { useEdit } from '../../live/use-edit.ts'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { Form } from '../frame/form.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { NameField } from '../frame/name-field.tsx'
import { Page } from '../frame/page.tsx'
import { RowFact } from '../frame/section.tsx'
import { tidied } from '../settings/catalogue.ts'
import { SettingGroups } from '../settings/setting-groups.tsx'
import { CompanySettingField } from './company-setting-field.tsx'
import { groupNames, groups } from './company-settings.ts'

/** `/desk/admin/company`: the company's name and the settings for all its questions. */
export function CompanyPage() {
  const { client } = useLive()
  const company = useFetch('company', () => client.admin.company.get())
  return (
    <Page title={say('company.title')} lead={say('company.lead')}>
      <Loaded resource={company}>
        {(value) => (
          <>
            <Facts company={value} />
            <CompanyForm company={value} onReload={company.reload} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Facts({ company: { tag, isSandbox, dateCreated } }: { company: Company }) {
  return (
    <p>
      {say('company.tag')} <code>{tag}</code> {isSandbox && <Badge kind="warn">{say('company.sandbox')}</Badge>}{' '}
      <RowFact>
        {say('company.created')} <time dateTime={dateCreated}>{formatTime(dateCreated)}</time>
      </RowFact>
    </p>
  )
}

const fieldsOf = ({ name, settings }: Company) => ({ name, settings: tidied(settings) })

function CompanyForm({ company, onReload }: { company: Company; onReload: () => void }) {
  const { client } = useLive()
  const edit = useEdit({ value: company, fieldsOf, save: client.admin.company.update })
  const { fields, set, faultOf } = edit
  return (
    <Form title={say('company.form')} edit={edit} onReload={onReload}>
      <NameField of="company" name={fields.name} fault={faultOf('name')} onChange={(name) => set('name', name)} />
      <SettingGroups
        groups={groups}
        groupNames={groupNames}
        field={CompanySettingField}
        settings={fields.settings}
        faultOf={faultOf}
        onChange={(settings) => set('settings', settings)}
      />
    </Form>
  )
}
