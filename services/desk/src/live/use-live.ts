import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { Cell } from './cell.ts'
import { clockOf } from './clock.ts'
import type { Live } from './live.ts'

const LiveContext = createContext<Live | undefined>(undefined)
export const LiveProvider = LiveContext.Provider

/** Returns the live data of the page. Throws outside of a LiveProvider. */
export function useLive(): Live {
  const live = useContext(LiveContext)
  if (!live) throw new Error('There is no LiveProvider around this component')
  return live
}

/** Returns the value of a cell, and draws the component again when it changes. */
export const useCell = <T>(cell: Cell<T>): T => useSyncExternalStore(cell.subscribe, cell.get)

/** Returns the present moment of this device in ms, every `everyMs`. */
export const useNow = (everyMs = 1_000): number => useClock(everyMs, Date.now)

/** Returns the ms since the page began, every `everyMs`. Unlike the time of day, they cannot be set. */
export const useElapsed = (everyMs = 1_000): number => useClock(everyMs, readElapsed)

const readElapsed = () => performance.now()

function useClock(everyMs: number, read: () => number): number {
  const [now, setNow] = useState(read)
  useEffect(() => clockOf(everyMs).subscribe(() => setNow(read())), [everyMs, read])
  return now
}

/** Returns the present moment of the company in ms, every `everyMs`. Dates of the service are compared with it. */
export function useCompanyNow(everyMs = 1_000): number {
  return useNow(everyMs) + useLive().me.clockAheadMs
}
