import { afterEach, beforeEach, expect } from 'vitest'

let end: (() => string[]) | undefined
const complaints: string[] = []
/** The browser goes on measuring in its next frame, which is no fault. */
const measuring = 'ResizeObserver loop completed'
const note = ({ message }: ErrorEvent) => void (message.includes(measuring) || complaints.push(message))
const { error: printError } = console

/** Closes a page at the end of the test, which fails if `close` returns a fault or the browser complained. */
export function endWithTest(close: () => string[]): void {
  end = close
}

/** Returns what the browser complained of so far, which is then no fault of the test. */
export const takeComplaints = (): string[] => complaints.splice(0)

beforeEach(() => {
  window.addEventListener('error', note)
  console.error = (...words) => {
    if (String(words[0]).includes(measuring)) return
    complaints.push(words.map(String).join(' '))
    printError(...words)
  }
})

afterEach(() => {
  const faults = [...(end?.() ?? []), ...complaints.splice(0)]
  end = undefined
  window.removeEventListener('error', note)
  console.error = printError
  expect(faults).toEqual([])
})
