import { shownText } from '../../words/shown-text.ts'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { Secret } from '../frame/secret.tsx'
import type { MadeLink } from './account.ts'

/** Shows a link with which a person sets their password, the only time that it can be read, and whom to give it to. */
export function NewLink({ of, onClose }: { of: MadeLink; onClose: () => void }) {
  const { purpose, url, email, dateExpires } = of
  const name = shownText(of.name)
  return (
    <Secret
      title={say(`link.${purpose}`, { name })}
      parts={[{ label: say('link.link'), value: url }]}
      doneLabel={say('link.done')}
      onClose={onClose}
    >
      <p>{email === null ? say('link.give', { name }) : say('link.giveTo', { name, email })}</p>
      <p>{say('link.until', { time: formatTime(dateExpires) })}</p>
    </Secret>
  )
}
