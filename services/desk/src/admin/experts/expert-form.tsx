import type { ManagedExpert } from '@askline/client'
import { useEdit } from '../../live/use-edit.ts'
import { useLive } from '../../live/use-live.ts'
import { NumberField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { say } from '../admin-words.ts'
import { FieldSet } from '../frame/field-set.tsx'
import { Form } from '../frame/form.tsx'
import { NameField } from '../frame/name-field.tsx'
import { TopicLevelsField } from '../frame/topic-levels-field.tsx'
import { WordsField } from '../frame/words-field.tsx'

const badges = ['isOfficial', 'isCertified', 'isElite'] as const

const fieldsOf = (expert: ManagedExpert) => {
  const { name, capacity, languages, topics, topicLevels, categories, isOfficial, isCertified, isElite } = expert
  return {
    name,
    capacity,
    languages,
    topics,
    topicLevels,
    categories: [...categories].sort(),
    isOfficial,
    isCertified,
    isElite,
  }
}

/** Edits an expert as an admin. `categories`: the names of the company's categories. */
export function ExpertForm({
  expert,
  categories,
  onReload,
}: {
  expert: ManagedExpert
  categories: readonly string[]
  onReload: () => void
}) {
  const { client } = useLive()
  const edit = useEdit({
    value: expert,
    fieldsOf,
    save: (changes, options) => client.admin.experts.update(expert.uuid, changes, options),
  })
  const { fields, set, faultOf } = edit
  return (
    <Form title={say('experts.profile')} edit={edit} onReload={onReload}>
      <NameField of="experts" name={fields.name} fault={faultOf('name')} onChange={(name) => set('name', name)} />
      <NumberField
        label={say('experts.capacity')}
        hint={say('experts.capacityHint')}
        required
        step={1}
        min={0}
        max={1_000}
        value={fields.capacity}
        fault={faultOf('capacity')}
        onChange={(event) => set('capacity', Number(event.currentTarget.value))}
      />
      <WordsField
        label={say('experts.languages')}
        hint={say('experts.languagesHint')}
        each="[a-z]{2}"
        isRequired
        words={fields.languages}
        fault={faultOf('languages', 'entry')}
        onChange={(languages) => set('languages', languages)}
      />
      <WordsField
        label={say('experts.topics')}
        hint={say('experts.topicsHint')}
        words={fields.topics}
        fault={faultOf('topics', 'entry')}
        onChange={(topics) => set('topics', topics)}
      />
      <TopicLevelsField
        label={say('experts.topicLevels')}
        levels={fields.topicLevels}
        fault={faultOf('topicLevels')}
        onChange={(levels) => set('topicLevels', levels)}
      />
      {categories.length > 0 && (
        <FieldSet title={say('experts.categories')} fault={faultOf('categories', 'entry')}>
          {categories.map((name) => (
            <Switch
              key={name}
              label={name}
              checked={fields.categories.includes(name)}
              onChange={(checked) => {
                const others = fields.categories.filter((one) => one !== name)
                set('categories', (checked ? [...others, name] : others).sort())
              }}
            />
          ))}
        </FieldSet>
      )}
      <FieldSet title={say('experts.badges')}>
        {badges.map((badge) => (
          <Switch
            key={badge}
            label={say(`experts.${badge}`)}
            checked={fields[badge]}
            onChange={(checked) => set(badge, checked)}
          />
        ))}
      </FieldSet>
    </Form>
  )
}
