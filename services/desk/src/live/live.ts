import { type Client, type InboxQuestion, openClient, type Question } from '@askline/client'
import { BusyError, busyStatuses, heldToken, type Me, mintToken } from '../session/session.ts'
import { type Cell, createCell } from './cell.ts'
import { type Drafts, openDrafts } from './drafts.ts'
import { openInbox } from './inbox.ts'
import type { InboxView, Loaded, LoadedList } from './loaded.ts'
import { openPreferences } from './preferences.ts'
import { openQuestions } from './questions.ts'
import { openSends, type Sends } from './sends.ts'
import type { openSyncedDrafts } from './synced-drafts.ts'

type Connection = 'online' | 'busy' | 'offline'

/** All live data of the pages. Components read cells of it and call its moves; nothing else talks to the service. */
export type Live = {
  me: Me
  client: Client
  /** `online`: the service answered lately. `busy`: it wants to be asked later. `offline`: it did not answer. */
  connection: Cell<Connection>
  /** The question as it is now and each newer state, while at least one component looks. */
  question(uuid: string): Cell<Loaded<Question>>
  /** The name of another person who writes in a question that is being looked at. */
  composing(uuid: string): Cell<string | undefined>
  inbox(view: InboxView): Cell<LoadedList<InboxQuestion>>
  /** Notes which rows of a list are in sight. Near its end more are fetched. */
  see(view: InboxView, from: number, to: number): void
  /** Fetches a list before a component looks at it. */
  begin(view: InboxView): void
  /** Looks into all lists that are shown, for example after a move of one's own. */
  refresh(): void
  sends: Sends
  drafts: Drafts
  /** Keeps drafts of experts and agents the same on all their devices. Askers have none. */
  synced: ReturnType<typeof openSyncedDrafts> | undefined
  preferences: ReturnType<typeof openPreferences>
  /** Deletes drafts and unsent texts of this person in this browser, at sign-out. */
  forget(): void
  /** Ends everything, including requests that would be repeated. */
  close(): void
}

/** Opens the live data of the signed-in person. Only the desk loads `syncDrafts`. */
export function openLive(me: Me, syncDrafts?: typeof openSyncedDrafts): Live {
  const connection = createCell<Connection>('online')
  let isClosed = false
  const watchingFetch: typeof fetch = async (input, init) => {
    // The client may be about to repeat a request.
    if (isClosed) throw new TypeError('The pages of this person are closed')
    try {
      const response = await fetch(input, init)
      connection.set(busyStatuses.includes(response.status) ? 'busy' : 'online')
      return response
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError' && init?.signal?.aborted))
        connection.set('offline')
      throw error
    }
  }
  let last: string | undefined
  const client = openClient({
    url: location.origin,
    socketUrl: me.socketUrl,
    fetch: watchingFetch,
    credentials: {
      // Asked again only after a 401: the token it is asked to replace is the last one.
      token: async () => {
        for (;;) {
          try {
            last = await mintToken(last)
            return last
          } catch (error) {
            if (isClosed || !(error instanceof BusyError)) throw error
            connection.set('busy')
            await new Promise((resolve) => setTimeout(resolve, error.retryAfter * 1_000))
          }
        }
      },
    },
  })
  const questions = openQuestions(client)
  const inbox = openInbox(client, me.role)
  const sends = openSends({
    client,
    owner: me.uuid,
    heldToken,
    onSent(_send, questionUuid) {
      questions.refresh(questionUuid)
      inbox.refresh()
    },
  })
  const local = openDrafts(me.uuid)
  const synced = syncDrafts?.(client, local)
  const onBrowser = () => {
    if (!navigator.onLine) connection.set('offline')
    else inbox.refresh()
  }
  window.addEventListener('online', onBrowser)
  window.addEventListener('offline', onBrowser)
  window.addEventListener('storage', local.follow)
  return {
    me,
    client,
    connection,
    question: questions.watch,
    composing: questions.composing,
    inbox: inbox.view,
    see: inbox.see,
    begin: inbox.begin,
    refresh: inbox.refresh,
    sends,
    drafts: {
      ...local,
      write(name, text) {
        local.write(name, text)
        synced?.changed(name)
      },
    },
    synced,
    preferences: openPreferences(),
    forget() {
      local.clear()
      sends.forget()
    },
    close() {
      isClosed = true
      window.removeEventListener('online', onBrowser)
      window.removeEventListener('offline', onBrowser)
      window.removeEventListener('storage', local.follow)
      synced?.close()
      sends.close()
      inbox.close()
      client.close()
    },
  }
}
