import { Secret } from '../frame/secret.tsx'
import { say } from '../words.ts'

/** A person whose account was added. The password is `null` if it was shown before. */
export type NewAccount = { uuid: string; name: string; password: string | null }

/** Shows the new password of a person, the only time that it can be read. */
export function NewPassword({
  of: { name, password },
  onClose,
}: {
  of: Pick<NewAccount, 'name' | 'password'>
  onClose: () => void
}) {
  const title = say('experts.password', { name })
  return <Secret title={title} parts={[{ label: title, value: password }]} onClose={onClose} />
}
