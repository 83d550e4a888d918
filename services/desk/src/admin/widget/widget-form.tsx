import type { Company } from '@askline/client'
import { useEdit } from '../../live/use-edit.ts'
import { useLive } from '../../live/use-live.ts'
import { ColorField } from '../../ui/color-field.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { say } from '../admin-words.ts'
import { catalogue } from '../company/company-settings.ts'
import { Form } from '../frame/form.tsx'
import { type CompanySettings, tidied } from '../settings/catalogue.ts'
import { LinesSetting } from '../settings/setting-fields.tsx'
import { settingHint } from '../settings/setting-text.ts'
import { ContrastLine } from './contrast-line.tsx'
import { isColor } from './is-color.ts'
import styles from './widget-page.module.css'
import { WidgetPreview } from './widget-preview.tsx'

const fieldsOf = ({ settings }: Company) => ({ settings: tidied(settings) })
const sides = ['END', 'START'] as const satisfies readonly CompanySettings['widgetSide'][]

/** Origins and looks, beside a picture of what they make. Other settings of the company are sent as they were. */
export function WidgetForm({ company, onReload }: { company: Company; onReload: () => void }) {
  const { client } = useLive()
  const edit = useEdit({ value: company, fieldsOf, save: client.admin.company.update })
  const { settings } = edit.fields
  const set = (changes: CompanySettings) => edit.set('settings', tidied({ ...settings, ...changes }))
  const faultOf = (name: keyof CompanySettings) => edit.faultOf(`settings.${name}`)
  const typed = settings.widgetColor ?? ''
  const color = isColor(typed) ? typed : catalogue.widgetColor.default
  const byLanguage = say('widget.byLanguage')
  return (
    <div className={styles['columns']}>
      <Form title={say('widget.form')} edit={edit} onReload={onReload}>
        {!settings.widgetOrigins?.length && (
          <Notice title={say('widget.nowhere')}>
            <p>{say('widget.nowhereHint')}</p>
          </Notice>
        )}
        <LinesSetting
          name="widgetOrigins"
          entry={catalogue.widgetOrigins}
          value={settings.widgetOrigins}
          fault={faultOf('widgetOrigins')}
          onChange={(widgetOrigins) => set({ widgetOrigins })}
        />
        <ColorField
          label={say('setting.widgetColor')}
          pickLabel={say('widget.pick')}
          hint={settingHint('widgetColor', catalogue.widgetColor.default)}
          fault={faultOf('widgetColor')}
          placeholder={catalogue.widgetColor.default}
          shown={color}
          value={typed}
          onChange={(value) => set({ widgetColor: value === '' ? undefined : value })}
        />
        <ContrastLine color={color} />
        <Select
          label={say('setting.widgetSide')}
          hint={settingHint('widgetSide', say(`widget.${catalogue.widgetSide.default}`))}
          fault={faultOf('widgetSide')}
          value={settings.widgetSide ?? catalogue.widgetSide.default}
          options={sides.map((value) => ({ value, text: say(`widget.${value}`) }))}
          onChange={(event) => {
            const side = sides.find((one) => one === event.currentTarget.value)
            set({ widgetSide: side === catalogue.widgetSide.default ? undefined : side })
          }}
        />
        <TextField
          label={say('setting.widgetTitle')}
          hint={settingHint('widgetTitle', byLanguage)}
          fault={faultOf('widgetTitle')}
          maxLength={catalogue.widgetTitle.maxLength}
          value={settings.widgetTitle ?? ''}
          onChange={(event) => set({ widgetTitle: event.currentTarget.value || undefined })}
        />
        <TextArea
          label={say('setting.widgetGreeting')}
          hint={settingHint('widgetGreeting', byLanguage)}
          fault={faultOf('widgetGreeting')}
          maxLength={catalogue.widgetGreeting.maxLength}
          value={settings.widgetGreeting ?? ''}
          onChange={(event) => set({ widgetGreeting: event.currentTarget.value || undefined })}
        />
      </Form>
      <WidgetPreview
        color={color}
        side={settings.widgetSide ?? catalogue.widgetSide.default}
        title={settings.widgetTitle ?? ''}
        greeting={settings.widgetGreeting ?? ''}
        company={company.name}
      />
    </div>
  )
}
