import { useTitle } from '../ui/use-title.ts'
import { Markdown } from './markdown.tsx'
import { MethodMark } from './method-mark.tsx'
import styles from './pages.module.css'
import type { Group } from './reference.ts'

/** A group of operations: what it is for, and what belongs to it. */
export function GroupPage({ group }: { group: Group }) {
  useTitle(group.title)
  return (
    <article className={styles['single']}>
      <h1>{group.title}</h1>
      <Markdown source={group.description} shift={1} />
      {group.sections.map(({ title = 'Operations', operations }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul className={styles['operations']}>
            {operations.map(({ id, method, path, summary }) => (
              <li key={id}>
                <a href={`/docs/api/${group.name}/${id}`}>{summary}</a>
                <p className={styles['address']}>
                  <MethodMark method={method} /> <code>{path}</code>
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  )
}
