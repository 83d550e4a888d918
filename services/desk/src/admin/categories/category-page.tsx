import type { Category } from '@askline/client'
import { useEdit } from '../../live/use-edit.ts'
import { useLive } from '../../live/use-live.ts'
import { useResource } from '../../live/use-resource.ts'
import { Empty } from '../../ui/empty.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { Form } from '../frame/form.tsx'
import { FormGroup } from '../frame/form-group.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import { tidied } from '../settings/catalogue.ts'
import { say } from '../words.ts'
import { SettingField } from './setting-field.tsx'
import { groupNames, groups } from './settings-catalogue.ts'

export const types = ['ONE_TO_ONE', 'ONE_TO_MANY'] as const satisfies readonly Category['type'][]

/** `/desk/admin/categories/:uuid`: a category with a field for each setting. */
export function CategoryPage({ uuid }: { uuid: string }) {
  const { client } = useLive()
  const found = useResource(`category ${uuid}`, async () => {
    for await (const category of client.admin.categories.list({ limit: 100 }))
      if (category.uuid === uuid) return { category }
    return { category: undefined }
  })
  return (
    <Page
      title={found.value?.category?.name ?? say('categories.title')}
      actions={<BackLink href="/admin/categories">{say('categories.title')}</BackLink>}
    >
      <Loaded resource={found}>
        {({ category }) =>
          category ? (
            <CategoryForm category={category} onReload={found.reload} />
          ) : (
            <Empty icon="search" title={say('categories.missing')}>
              {say('question.missingHint')}
            </Empty>
          )
        }
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
      <TextField
        label={say('categories.name')}
        hint={say('categories.nameHint')}
        required
        maxLength={200}
        value={fields.name}
        fault={faultOf('name')}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
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
      {groupNames.map((group) => (
        <FormGroup key={group} title={say(`settings.${group}`)}>
          {groups[group].map((name) => (
            <SettingField
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
