import { useState } from 'react'

/**
 * Keeps the text of a field whose value is something else, for example a number: what is typed stays as it is while it means
 * the value, and another value replaces it.
 */
export function useShownText<T>(value: T, textOf: (value: T) => string, parse: (text: string) => T) {
  const [text, setText] = useState(() => textOf(value))
  const isSame = JSON.stringify(parse(text)) === JSON.stringify(value)
  return { text: isSame ? text : textOf(value), setText }
}
