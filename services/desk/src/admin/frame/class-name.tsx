import { Fragment } from 'react'

/** The name of a class. A long one breaks after its underscores and not inside of its words. */
export function ClassName({ children }: { children: string }) {
  return children.split(/(?<=_)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never move
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
