import { useState } from 'react'
import { describeMember, type Member, membersOf } from './describe-schema.ts'
import { useDocs } from './docs-context.ts'
import { Inline } from './markdown.tsx'
import styles from './members.module.css'
import type { Parameter, Schema } from './openapi.ts'

/** Lists the members of a schema. Those of inner objects are listed when the reader opens them. */
export function Members({ schema, name }: { schema: Schema; name: string }) {
  const { resolve } = useDocs().reference
  const members = membersOf(schema, resolve)
  if (members.length === 0) {
    const { inner } = describeMember('', schema, false, resolve)
    return inner ? <Members schema={inner} name={name} /> : null
  }
  return <Rows members={members} name={name} />
}

/** Lists the parameters of a request. */
export function Parameters({ parameters, name }: { parameters: readonly Parameter[]; name: string }) {
  const { resolve } = useDocs().reference
  const members = parameters.map((one) => ({
    ...describeMember(one.name, one.schema ?? {}, one.required ?? false, resolve),
    description: one.description ?? '',
  }))
  return <Rows members={members} name={name} />
}

function Rows({ members, name }: { members: Member[]; name: string }) {
  return (
    <ul className={styles['rows']} aria-label={name}>
      {members.map((member) => (
        <li key={member.name} className={styles['row']}>
          <div className={styles['head']}>
            <code className={styles['name']}>{member.name}</code>
            <span className={styles['type']}>{member.type}</span>
            {member.isRequired && <span className={styles['required']}>required</span>}
          </div>
          {member.description && (
            <p className={styles['text']}>
              <Inline text={member.description} />
            </p>
          )}
          {member.rules.length > 0 && <p className={styles['rules']}>{member.rules.join(' · ')}</p>}
          {member.values.length > 0 && (
            <p className={styles['values']}>
              {member.values.map((value) => (
                <code key={value}>{value}</code>
              ))}
            </p>
          )}
          {member.inner && <Inner schema={member.inner} name={member.name} />}
        </li>
      ))}
    </ul>
  )
}

function Inner({ schema, name }: { schema: Schema; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles['inner']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Fields of <code>{name}</code>
      </summary>
      {isOpen && <Members schema={schema} name={`Fields of ${name}`} />}
    </details>
  )
}
