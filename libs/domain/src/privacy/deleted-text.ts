/** Replaces every text of a forgotten person. Threads that learn leave it out, so this file imports nothing. */
export const deletedText = '[deleted]'
