import type { Company } from '@askline/client'
import { useEdit } from '../../live/use-edit.ts'
import { useLive } from '../../live/use-live.ts'
import { useResource } from '../../live/use-resource.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatTime } from '../../words/times.ts'
import { Form } from '../frame/form.tsx'
import { FormGroup } from '../frame/form-group.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import { RowFact } from '../frame/section.tsx'
import { tidied } from '../settings/catalogue.ts'
import { say } from '../words.ts'
import { CompanySettingField } from './company-setting-field.tsx'
import { groupNames, groups } from './company-settings.ts'

/** `/desk/admin/company`: the company's name and the settings for all its questions. */
export function CompanyPage() {
  const { client } = useLive()
  const company = useResource('company', () => client.admin.company.get())
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
      <TextField
        label={say('company.name')}
        hint={say('company.nameHint')}
        required
        maxLength={200}
        value={fields.name}
        fault={faultOf('name')}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      {groupNames.map((group) => (
        <FormGroup key={group} title={say(`settings.${group}`)}>
          {groups[group].map((name) => (
            <CompanySettingField
              key={name}
              name={name}
              settings={fields.settings}
              fault={faultOf(`settings.${name}`)}
              onChange={(changes) => set('settings', tidied({ ...fields.settings, ...changes }))}
            />
          ))}
        </FormGroup>
      ))}
    </Form>
  )
}
