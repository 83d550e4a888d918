/** Messages from the loader, which runs in the company's page, to the panel in its frame. */
export type ToPanel =
  /** The page's answer to `need-code`; null if nobody is signed in there. */
  | { type: 'code'; code: string | null }
  /** The panel was opened or closed. */
  | { type: 'shown'; isShown: boolean }
  /** Tab left the panel at its other end, and must stay in it. */
  | { type: 'focus'; at: 'start' | 'end' }
  /** Another person may be signed in now: start again. */
  | { type: 'restart'; forget: boolean }

/** Messages from the panel to the loader. */
export type FromPanel =
  | { type: 'ready' }
  | { type: 'need-code' }
  /** Messages that the asker has not read, and whether any of their questions is open. */
  | { type: 'unread'; count: number; isWaiting: boolean }
  | { type: 'close' }

/** The only message that is not sent through the channel: it brings the panel its end of it. */
export const greeting = 'askline-widget-1'
