/** Returns the value of `class` from the names that are there. A name that a style sheet lacks is left out. */
export const classNames = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
