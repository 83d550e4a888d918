/** The notice (RAISE NOTICE) of a trigger at which a process with crash-at-notice.ts crashes. */
export const crashNotice = 'deadly'
