import { useEffect, useState } from 'react'
import { useLive } from './use-live.ts'

/** Returns the draft of this name and how to change it. It follows what other pages of this browser do with it. */
export function useDraft(name: string): [text: string, write: (text: string) => void] {
  const { drafts } = useLive()
  const [text, setText] = useState(() => drafts.read(name))
  useEffect(() => {
    const read = () => setText(drafts.read(name))
    read()
    window.addEventListener('askline-draft', read)
    return () => window.removeEventListener('askline-draft', read)
  }, [drafts, name])
  return [
    text,
    (next) => {
      setText(next)
      drafts.write(name, next)
    },
  ]
}
