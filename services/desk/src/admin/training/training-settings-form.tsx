import type { TrainingSettings } from '@askline/client'
import { useEdit } from '../../live/use-edit.ts'
import { useLive } from '../../live/use-live.ts'
import { NumberField, Select } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Form } from '../frame/form.tsx'
import { say } from './training-words.ts'

const megabyte = 1024 * 1024
/** The most megabytes that the service accepts. */
const mostMegabytes = 2 ** 20

const fieldsOf = ({ replace, tolerance, learnAnswers, bytesPerDay }: TrainingSettings) => ({
  replace,
  tolerance,
  learnAnswers,
  bytesPerDay,
})

/** Edits the training settings. */
export function TrainingSettingsForm({ settings, onReload }: { settings: TrainingSettings; onReload: () => void }) {
  const { client } = useLive()
  const edit = useEdit({ value: settings, fieldsOf, save: client.admin.training.update })
  const { fields, set, faultOf } = edit
  return (
    <Form title={say('training.settings')} edit={edit} onReload={onReload}>
      <Select
        label={say('training.replace')}
        value={fields.replace}
        fault={faultOf('replace')}
        options={[
          { value: 'NOT_WORSE', text: say('training.replaceNotWorse') },
          { value: 'ALWAYS', text: say('training.replaceAlways') },
          { value: 'BY_HAND', text: say('training.replaceByHand') },
        ]}
        onChange={(event) => set('replace', event.currentTarget.value as TrainingSettings['replace'])}
      />
      <NumberField
        label={say('training.tolerance')}
        hint={say('training.toleranceHint')}
        unit={say('training.percentagePoints')}
        min={0}
        max={100}
        value={Number((fields.tolerance * 100).toFixed(6))}
        fault={faultOf('tolerance')}
        onChange={(event) => set('tolerance', Number(event.currentTarget.value) / 100)}
      />
      <Switch
        label={say('training.learnAnswers')}
        hint={say('training.learnAnswersHint')}
        checked={fields.learnAnswers}
        onChange={(checked) => set('learnAnswers', checked)}
      />
      <NumberField
        label={say('training.bytesPerDay')}
        hint={say('training.bytesPerDayHint')}
        unit="MB"
        min={0}
        max={mostMegabytes}
        value={Math.round(fields.bytesPerDay / megabyte)}
        fault={faultOf('bytesPerDay')}
        onChange={(event) => set('bytesPerDay', Math.round(Number(event.currentTarget.value) * megabyte))}
      />
    </Form>
  )
}
