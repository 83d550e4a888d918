import { Button } from '../../ui/button.tsx'
import { useRowKeys } from '../../ui/row-keys.ts'
import { Switch } from '../../ui/switch.tsx'
import { say } from '../admin-words.ts'
import { DurationField } from '../frame/duration-field.tsx'
import { FieldSet } from '../frame/field-set.tsx'
import { TopicLevelsField } from '../frame/topic-levels-field.tsx'
import { stepBounds } from '../settings/form-bounds.ts'
import type { SettingFault } from '../settings/setting-groups.tsx'
import type { Settings } from './settings-catalogue.ts'

type Step = NonNullable<Settings['requirements']>[number]
const conditions = ['certified', 'elite', 'companyCategory'] as const
const maxSteps = 10

/** Steps of requirements, edited in the order in which they apply. */
export function RequirementSteps({
  steps,
  faultOf,
  onChange,
}: {
  steps: readonly Step[]
  faultOf: SettingFault
  onChange: (steps: Step[]) => void
}) {
  const { keys, drop } = useRowKeys(steps.length)
  return (
    <FieldSet
      isPlain
      title={say('setting.requirements')}
      hint={`${say('setting.requirements.hint')} ${say('settings.default', { value: say('settings.none') })}`}
      fault={steps.some((_, at) => faultOf(String(at))) ? undefined : faultOf()}
    >
      {steps.map((step, at) => (
        <StepFields
          key={keys[at]}
          step={step}
          n={at + 1}
          isLast={at === steps.length - 1}
          faultOf={(part) => faultOf(part === undefined ? String(at) : `${at}.${part}`)}
          onChange={(next) => onChange(steps.map((one, i) => (i === at ? next : one)))}
          onRemove={() => {
            drop(at)
            onChange(steps.filter((_, i) => i !== at))
          }}
        />
      ))}
      {steps.length < maxSteps && (
        <div>
          <Button size="small" icon="plus" onClick={() => onChange([...steps, { certified: true }])}>
            {say('steps.add')}
          </Button>
        </div>
      )}
    </FieldSet>
  )
}

function StepFields({
  step,
  n,
  isLast,
  faultOf,
  onChange,
  onRemove,
}: {
  step: Step
  n: number
  isLast: boolean
  faultOf: SettingFault
  onChange: (step: Step) => void
  onRemove: () => void
}) {
  const [duration, topics] = [faultOf('forMs'), faultOf('topicLevel')]
  return (
    <FieldSet title={say('steps.step', { n })} fault={duration || topics ? undefined : faultOf()}>
      <DurationField
        label={say('steps.for')}
        hint={say('steps.forHint')}
        value={step.forMs}
        {...stepBounds}
        isRequired={!isLast}
        fault={duration}
        onChange={(forMs) => onChange(without({ ...step, forMs }))}
      />
      <TopicLevelsField
        label={say('steps.topics')}
        levels={step.topicLevel ?? {}}
        fault={topics}
        onChange={(levels) =>
          onChange(without({ ...step, topicLevel: Object.keys(levels).length === 0 ? undefined : levels }))
        }
      />
      {conditions.map((name) => (
        <Switch
          key={name}
          label={say(`steps.${name}`)}
          checked={step[name] ?? false}
          onChange={(checked) => onChange(without({ ...step, [name]: checked || undefined }))}
        />
      ))}
      <div>
        <Button size="small" kind="quiet" icon="trash-2" onClick={onRemove}>
          {say('steps.remove', { n })}
        </Button>
      </div>
    </FieldSet>
  )
}

type Open<T> = { [N in keyof T]: T[N] | undefined }
const without = (step: Open<Step>): Step =>
  Object.fromEntries(Object.entries(step).filter(([, value]) => value !== undefined))
