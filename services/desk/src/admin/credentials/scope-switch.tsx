import { Switch } from '../../ui/switch.tsx'
import { say } from '../admin-words.ts'
import type { Scope } from './grantable-scopes.ts'

/** Whether a credential has a scope, with what it allows. */
export function ScopeSwitch({
  scope,
  ...rest
}: {
  scope: Scope
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}) {
  return <Switch {...rest} label={say(`scope.${scope}`)} hint={scope} />
}
