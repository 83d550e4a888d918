import { useMemo } from 'react'
import { useTitle } from '../ui/use-title.ts'
import { useDocs } from './docs-context.ts'
import { guide, type GuidePage as Page } from './guide.ts'
import { Inline, Markdown } from './markdown.tsx'
import styles from './pages.module.css'
import { parseMarkdown } from './parse-markdown.ts'

/** A page of the guide, with its headings and the way to the next page. */
export function GuidePage({ page }: { page: Page }) {
  const { reference } = useDocs()
  useTitle(page.title)
  const headings = useMemo(
    () => parseMarkdown(page.source).flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : [])),
    [page],
  )
  const next = guide[guide.indexOf(page) + 1]
  return (
    <article className={styles['guide']}>
      <div className={styles['words']}>
        <h1>{page.title}</h1>
        <Markdown source={page.source} />
        {page === guide[0] && reference.document.info.description && (
          <details className={styles['rules']}>
            <summary>All rules of requests and answers</summary>
            <Markdown source={reference.document.info.description} />
          </details>
        )}
        {next && (
          <p className={styles['next']}>
            Next: <a href={`/docs/guide/${next.id}`}>{next.title}</a>
          </p>
        )}
      </div>
      {headings.length > 1 && (
        <nav className={styles['toc']} aria-label="On this page">
          <p>On this page</p>
          <ul>
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a href={`/docs/guide/${page.id}#${id}`}>
                  <Inline text={text} />
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </article>
  )
}
