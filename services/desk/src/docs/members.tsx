import { useState } from 'react'
import { describeMember, type Member, membersOf, type Resolve } from './describe-schema.ts'
import { useDocs } from './docs-context.ts'
import { Inline } from './markdown.tsx'
import styles from './members.module.css'
import type { Parameter, Schema } from './openapi.ts'

/**
 * Lists the members of a schema. Those of inner objects are listed when the reader opens them. `resolve` is for schemas that are not
 * of the OpenAPI document.
 */
export function Members({ schema, name, resolve: given }: { schema: Schema; name: string; resolve?: Resolve }) {
  const { reference } = useDocs()
  const resolve = given ?? reference.resolve
  const members = membersOf(schema, resolve)
  if (members.length === 0) {
    const { inner } = describeMember('', schema, false, resolve)
    return inner ? <Members schema={inner} name={name} resolve={resolve} /> : null
  }
  return <Rows members={members} name={name} resolve={resolve} />
}

/** Lists the parameters of a request. */
export function Parameters({ parameters, name }: { parameters: readonly Parameter[]; name: string }) {
  const { resolve } = useDocs().reference
  const members = parameters.map((one) => ({
    ...describeMember(one.name, one.schema ?? {}, one.required ?? false, resolve),
    description: one.description ?? '',
  }))
  return <Rows members={members} name={name} resolve={resolve} />
}

function Rows({ members, name, resolve }: { members: Member[]; name: string; resolve: Resolve }) {
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
          {member.inner && <Inner schema={member.inner} name={member.name} resolve={resolve} />}
        </li>
      ))}
    </ul>
  )
}

function Inner({ schema, name, resolve }: { schema: Schema; name: string; resolve: Resolve }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles['inner']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Fields of <code>{name}</code>
      </summary>
      {isOpen && <Members schema={schema} name={`Fields of ${name}`} resolve={resolve} />}
    </details>
  )
}
