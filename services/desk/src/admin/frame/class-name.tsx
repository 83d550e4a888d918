import { Fragment } from 'react'

/** The name of a class. A long one breaks after its underscores and not inside of its words. */
export function ClassName({ children }: { children: string }) {
  return [...children.matchAll(/[^_]*_|[^_]+/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
