/**
 * Returns a text in the form in which the pages compare what is typed with names. Accents stand apart from their letters, so a
 * letter finds a name before its accent is typed. Upper case, because ß, ı and the final sigma have no form of their own there.
 */
export const fold = (text: string): string => text.normalize('NFKD').toLowerCase().toUpperCase()
