import { say } from '../admin-words.ts'
import { Secret } from '../frame/secret.tsx'

export type Made = { clientId: string; clientSecret: string | null }

/** Shows a client id with its new secret, the only time that it can be read. */
export function NewSecret({ title, made, onClose }: { title: string; made: Made; onClose: () => void }) {
  return (
    <Secret
      title={title}
      parts={[
        { label: say('integrations.clientId'), value: made.clientId },
        { label: say('integrations.secret'), value: made.clientSecret },
      ]}
      onClose={onClose}
    />
  )
}
