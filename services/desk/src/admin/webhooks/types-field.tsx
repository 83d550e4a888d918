import type { WebhookFormat } from '@askline/contracts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { fold } from '../../words/fold.ts'
import { FieldSet } from '../frame/field-set.tsx'
import { eventName } from './event-name.ts'
import { allTypes, type ChosenType, typeGroups, usualTypes } from './event-types.ts'
import styles from './types-field.module.css'
import { say } from './webhook-words.ts'

/** A choice of types of events, in groups, with a search. Types that the page does not know stay chosen. */
export function TypesField({
  types,
  format,
  fault,
  onChange,
}: {
  types: readonly string[]
  format: WebhookFormat
  fault: string | undefined
  onChange: (types: string[]) => void
}) {
  const [words, setWords] = useState('')
  const wanted = fold(words.trim())
  const isFound = (type: ChosenType) => fold(`${eventName(type)} ${type}`).includes(wanted)
  const groups = typeGroups
    .map(({ name, types }) => ({ name, types: types.filter(isFound) }))
    .filter(({ types }) => types.length > 0)
  const isRefused = types.length === 0 || fault !== undefined
  const n = allTypes.filter((type) => types.includes(type)).length
  return (
    <FieldSet title={say('webhooks.types')} fault={types.length === 0 ? say('webhooks.typesNeeded') : fault}>
      <p className={styles['count']} role="status">
        {say('webhooks.typesChosen', { n, all: allTypes.length })} {say('webhooks.typesAlways')}
      </p>
      <details className={styles['details']} open={isRefused || undefined}>
        <summary>{say('webhooks.typesChoose')}</summary>
        <div className={styles['all']}>
          <TextField
            label={say('webhooks.typesSearch')}
            hasHiddenLabel
            placeholder={say('webhooks.typesSearch')}
            type="search"
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              // It would send the form.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
          <div className={styles['choices']}>
            <Button size="small" onClick={() => onChange([...usualTypes(format)])}>
              {say('webhooks.typesUsual')}
            </Button>
            <Button size="small" onClick={() => onChange([...allTypes])}>
              {say('webhooks.typesAll')}
            </Button>
            <Button size="small" onClick={() => onChange([])}>
              {say('webhooks.typesClear')}
            </Button>
          </div>
          {groups.length === 0 && <p className={styles['count']}>{say('webhooks.typesNone')}</p>}
          {groups.map((group) => (
            <fieldset key={group.name} className={styles['group']}>
              <legend className={styles['name']}>{say(`webhooks.group.${group.name}`)}</legend>
              {group.types.map((type) => (
                <label key={type} className={styles['type']}>
                  <input
                    type="checkbox"
                    checked={types.includes(type)}
                    onChange={(event) =>
                      onChange(event.currentTarget.checked ? [...types, type] : types.filter((one) => one !== type))
                    }
                  />
                  <span>{eventName(type)}</span>
                  <code className={styles['code']}>{type}</code>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      </details>
    </FieldSet>
  )
}
