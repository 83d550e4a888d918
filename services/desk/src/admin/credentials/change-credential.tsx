import { useState } from 'react'
import { FormDialog } from '../../desk/form-dialog.tsx'
import { useLive } from '../../live/use-live.ts'
import { NumberField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { say } from '../admin-words.ts'
import { FieldSet } from '../frame/field-set.tsx'
import { grantableScopes, type HolderKind, type Scope } from './grantable-scopes.ts'
import { ScopeSwitch } from './scope-switch.tsx'

type Limits = { readsPerMinute: number | null; writesPerMinute: number | null }
export type Changes = Limits & { clientId: string; scopes: Scope[] }

const limits = ['readsPerMinute', 'writesPerMinute'] as const satisfies readonly (keyof Limits)[]

/** Asks for the scopes and the limits of a credential. */
export function ChangeCredential({
  kind,
  credential,
  onSave,
  onClose,
}: {
  kind: HolderKind
  credential: Changes
  onSave: (changes: Changes) => Promise<unknown>
  onClose: () => void
}) {
  const { me } = useLive()
  const [changes, setChanges] = useState(credential)
  const { clientId, scopes } = changes
  const isRemoving = credential.scopes.some((scope) => !scopes.includes(scope))
  const mayAdd = (scope: Scope) => scope === 'expert' || me.scopes.includes(scope)
  return (
    <FormDialog
      title={say('credentials.changeTitle', { clientId })}
      doLabel={say('credentials.save')}
      onClose={onClose}
      onSubmit={async () => {
        await onSave({ ...changes, clientId })
        showToast(say('save.done'))
      }}
    >
      {(faultOf) => (
        <>
          <FieldSet
            title={say('credentials.scopesTitle')}
            hint={say('credentials.scopesHint')}
            fault={scopes.length === 0 ? say('credentials.noScope') : faultOf('scopes')}
          >
            {grantableScopes[kind].map((scope) => (
              <ScopeSwitch
                key={scope}
                scope={scope}
                checked={scopes.includes(scope)}
                disabled={!credential.scopes.includes(scope) && !mayAdd(scope)}
                onChange={(checked) =>
                  setChanges({
                    ...changes,
                    scopes: checked ? [...scopes, scope] : scopes.filter((one) => one !== scope),
                  })
                }
              />
            ))}
          </FieldSet>
          {isRemoving && scopes.length > 0 && <p>{say('credentials.removing')}</p>}
          {limits.map((name) => (
            <NumberField
              key={name}
              label={say(`credentials.${name}`)}
              hint={say('credentials.limitHint')}
              step={1}
              min={1}
              placeholder={say('integrations.usual')}
              value={changes[name] ?? ''}
              fault={faultOf(name)}
              onChange={(event) => {
                const typed = event.currentTarget.value
                setChanges({ ...changes, [name]: typed === '' ? null : Number(typed) })
              }}
            />
          ))}
        </>
      )}
    </FormDialog>
  )
}
