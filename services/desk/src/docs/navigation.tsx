import { useDocs } from './docs-context.ts'
import { guide } from './guide.ts'
import { MethodMark } from './method-mark.tsx'
import styles from './navigation.module.css'
import type { Group, Operation } from './reference.ts'

/** All pages: the guide, the groups of the API with the operations of the open one, and the socket. */
export function Navigation({ path }: { path: string }) {
  const { reference } = useDocs()
  const [, , place, name] = path.split('/')
  return (
    <nav className={styles['nav']} aria-label="Documentation">
      <h2>Guide</h2>
      <ul>
        {guide.map(({ id, title }, at) => {
          const isCurrent = (place === 'guide' && name === id) || (at === 0 && !place)
          return <Item key={id} href={`/docs/guide/${id}`} text={title} isCurrent={isCurrent} />
        })}
      </ul>
      <h2>API</h2>
      <ul>
        {reference.groups.map((group) => (
          <GroupItem key={group.name} group={group} path={path} isOpen={place === 'api' && name === group.name} />
        ))}
      </ul>
      <h2>Events</h2>
      <ul>
        <Item href="/docs/socket" text="The socket" isCurrent={place === 'socket'} />
      </ul>
      <h2>Files</h2>
      <ul>
        <Item href="/v1/openapi.json" text="OpenAPI document" isCurrent={false} />
        <Item href="/v1/asyncapi.json" text="AsyncAPI document" isCurrent={false} />
        <Item href="/v1/postman.json" text="Postman collection" isCurrent={false} />
      </ul>
    </nav>
  )
}

function Item({ href, text, isCurrent }: { href: string; text: string; isCurrent: boolean }) {
  return (
    <li>
      <a href={href} aria-current={isCurrent ? 'page' : undefined}>
        {text}
      </a>
    </li>
  )
}

function GroupItem({ group, path, isOpen }: { group: Group; path: string; isOpen: boolean }) {
  const href = `/docs/api/${group.name}`
  return (
    <li>
      <a href={href} aria-current={path === href ? 'page' : undefined} className={isOpen ? styles['open'] : undefined}>
        {group.title}
      </a>
      {isOpen &&
        group.sections.map(({ title, operations }) => (
          <div key={title ?? ''} className={styles['section']}>
            {title && <h3>{title}</h3>}
            <ul>
              {operations.map((operation) => (
                <OperationItem key={operation.id} operation={operation} path={path} />
              ))}
            </ul>
          </div>
        ))}
    </li>
  )
}

function OperationItem({ operation: { id, group, method, summary }, path }: { operation: Operation; path: string }) {
  const href = `/docs/api/${group}/${id}`
  return (
    <li>
      <a href={href} className={styles['operation']} aria-current={path === href ? 'page' : undefined}>
        <MethodMark method={method} />
        <span>{summary}</span>
      </a>
    </li>
  )
}
