import { useState } from 'react'

/**
 * Keeps the text of a field whose value is something else, for example a number. The typed text stays while it means the value.
 * Another value replaces it.
 */
export function useShownText<T>(value: T, textOf: (value: T) => string, parse: (text: string) => T) {
  const [text, setText] = useState(() => textOf(value))
  const isSame = JSON.stringify(parse(text)) === JSON.stringify(value)
  return { text: isSame ? text : textOf(value), setText }
}
