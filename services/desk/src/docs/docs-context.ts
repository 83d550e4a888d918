import { createContext, useContext } from 'react'
import type { Reference } from './reference.ts'
import type { SocketMessage } from './socket-messages.ts'

/** The content of the page: the operations of the API and the messages of its socket. */
export type Docs = { reference: Reference; messages: SocketMessage[]; socketText: string; socketUrl: string }

const Context = createContext<Docs | undefined>(undefined)
export const DocsProvider = Context.Provider

export function useDocs(): Docs {
  const docs = useContext(Context)
  if (!docs) throw new Error('There is no documentation around this component')
  return docs
}
