/** A value that is loaded: absent until it arrives, with the error if it cannot be loaded. */
export type Loaded<T> = { value?: T; error?: Error }

/** A long list of which the first rows are loaded. */
export type LoadedList<Row> = Loaded<readonly Row[]> & { hasMore?: boolean }

/** The lists of questions that the pages show. */
export type InboxView = 'offered' | 'claimed' | 'answered' | 'queue' | 'own'
