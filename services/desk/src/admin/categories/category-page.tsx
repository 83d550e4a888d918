import type { Category } from '@askline/client'
import { useEdit } from '../../live/use-edit.ts'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Select } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { say } from '../admin-words.ts'
import { Form } from '../frame/form.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { NameField } from '../frame/name-field.tsx'
import { Page } from '../frame/page.tsx'
import { tidied } from '../settings/catalogue.ts'
import { SettingGroups } from '../settings/setting-groups.tsx'
import { SettingField } from './setting-field.tsx'
import { groupNames, groups } from './settings-catalogue.ts'

export const types = ['ONE_TO_ONE', 'ONE_TO_MANY'] as const satisfies readonly Category['type'][]

/** `/desk/admin/categories/:uuid`: a category with a field for each setting. */
export function CategoryPage({ uuid }: { uuid: string }) {
  const { client } = useLive()
  const found = useFetch(`category ${uuid}`, () => client.admin.categories.get(uuid))
  return (
    <Page
      title={found.value?.name ?? say('categories.one')}
      back={{ href: '/admin/categories', name: say('categories.title') }}
    >
      <Loaded resource={found} missing={say('categories.missing')}>
        {(category) => <CategoryForm category={category} onReload={found.reload} />}
      </Loaded>
    </Page>
  )
}

const fieldsOf = ({ name, type, isDefault, settings }: Category) => ({
  name,
  type,
  isDefault,
  settings: tidied(settings),
})

function CategoryForm({ category, onReload }: { category: Category; onReload: () => void }) {
  const { client } = useLive()
  const edit = useEdit({
    value: category,
    fieldsOf,
    save: (changes, options) => client.admin.categories.update(category.uuid, changes, options),
  })
  const { fields, set, faultOf } = edit
  return (
    <Form title={say('categories.form')} edit={edit} onReload={onReload}>
      <NameField of="categories" name={fields.name} fault={faultOf('name')} onChange={(name) => set('name', name)} />
      <Select
        label={say('categories.type')}
        value={fields.type}
        options={types.map((value) => ({ value, text: say(`categories.${value}`) }))}
        onChange={(event) => set('type', event.currentTarget.value as Category['type'])}
      />
      <Switch
        label={say('categories.isDefault')}
        hint={say('categories.isDefaultHint')}
        checked={fields.isDefault}
        disabled={category.isDefault}
        onChange={(checked) => set('isDefault', checked)}
      />
      <SettingGroups
        groups={groups}
        groupNames={groupNames}
        field={SettingField}
        settings={fields.settings}
        faultOf={faultOf}
        onChange={(settings) => set('settings', settings)}
      />
    </Form>
  )
}
