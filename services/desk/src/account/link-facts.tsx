import { Notice } from '../ui/notice.tsx'
import { say, sayWith } from './account-words.tsx'
import styles from './link-facts.module.css'
import type { LinkPreview } from './link-preview.ts'
import type { PresentPerson } from './present-person.ts'

const roles = { admin: 'role.admin', agent: 'role.agent', expert: 'role.expert' } as const

/** Shows the owner of a link. Warns a person who is signed in as another person that they will be signed out. */
export function LinkFacts({ preview, present }: { preview: LinkPreview; present: PresentPerson | undefined }) {
  const facts = [
    ['facts.company', preview.company.name],
    ['facts.role', say(roles[preview.role])],
    ['facts.email', preview.email],
  ] as const
  return (
    <>
      <dl className={styles['facts']}>
        {facts.map(([key, value]) => (
          <div key={key} className={styles['fact']}>
            <dt>{say(key)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {present && (
        <Notice kind="warn">
          <p>{sayWith('present.hint', { name: <bdi>{present.name}</bdi> })}</p>
        </Notice>
      )}
    </>
  )
}
