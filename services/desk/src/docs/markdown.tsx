import { Fragment, useMemo } from 'react'
import { Samples } from './code.tsx'
import { useDocs } from './docs-context.ts'
import styles from './markdown.module.css'
import { type Block, parseInline, parseMarkdown } from './parse-markdown.ts'

/** The address that stands for the service in the texts of the guide. */
const standIn = /https:\/\/askline\.example/g

/** Shows Markdown. Code such as `GET /questions/{uuid}` leads to that operation. Nothing of the text becomes HTML. */
export function Markdown({ source, shift = 0 }: { source: string; shift?: number }) {
  const { reference } = useDocs()
  const blocks = useMemo(
    () => parseMarkdown(source.replaceAll(standIn, reference.serverUrl)),
    [source, reference.serverUrl],
  )
  const samples = blocks.filter(({ kind }) => kind === 'code')
  return (
    <div className={styles['prose']}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never move
        <BlockView key={at} block={block} label={`Sample ${samples.indexOf(block) + 1}`} shift={shift} />
      ))}
    </div>
  )
}

/** `label` names a sample. Each has another name, because a reader may go from one to the next. */
function BlockView({ block, label, shift }: { block: Block; label: string; shift: number }) {
  if (block.kind === 'heading') {
    const Heading = `h${Math.min(6, block.level + shift)}` as 'h2'
    return (
      <Heading id={block.id}>
        <Inline text={block.text} />
      </Heading>
    )
  }
  if (block.kind === 'code') return <Samples samples={block.samples} label={label} />
  if (block.kind === 'table') {
    return (
      <div className={styles['wide']}>
        <table>
          <thead>
            <tr>
              {block.head.map((cell) => (
                <th key={cell} scope="col">
                  <Inline text={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row) => (
              <tr key={row.join('|')}>
                {row.map((cell, at) => (
                  <td key={block.head[at]}>
                    <Inline text={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  }
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul'
    return (
      <List>
        {block.items.map((item) => (
          <li key={item}>
            <Inline text={item} />
          </li>
        ))}
      </List>
    )
  }
  return (
    <p>
      <Inline text={block.text} />
    </p>
  )
}

/** Lets a long name such as QUESTION_FLAGGED_EMERGENCY break between its words. */
const breakable = (name: string) =>
  name.split(/(?<=_)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

/** Shows a line of Markdown: text, code, emphasis and links. */
export function Inline({ text }: { text: string }) {
  const { reference } = useDocs()
  return parseInline(text).map((run, at) => {
    const key = `${at}`
    if (run.kind === 'strong') return <strong key={key}>{run.text}</strong>
    if (run.kind === 'link') {
      const href = /^(https?:|mailto:|\/|#)/.test(run.href) ? run.href : undefined
      return (
        <a key={key} href={href}>
          {run.text}
        </a>
      )
    }
    if (run.kind === 'text') return run.text
    const [, method = '', path = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\/[^\s?]*)/.exec(run.text) ?? []
    const operation = path === '' ? undefined : reference.find(method, path)
    if (!operation) return <code key={key}>{breakable(run.text)}</code>
    return (
      <a key={key} href={`/docs/api/${operation.group}/${operation.id}`}>
        <code>{run.text}</code>
      </a>
    )
  })
}
