import { AsklineError, InvalidError } from '@askline/client'
import { useCallback, useRef, useState } from 'react'
import { describeFault } from '../words/describe-fault.ts'
import { useLive } from './use-live.ts'

export type MoveFault = { message: string; correlationId: string | undefined }

export type Moves = {
  run(name: string, move: () => Promise<unknown>): Promise<boolean>
  /** The name of the move that is under way. */
  busy: string | undefined
  fault: MoveFault | undefined
  dismiss(): void
}

/**
 * Returns how to make moves: one at a time, so that a double click makes one. A refused move leaves its reason in `fault`
 * until the next one. `run` resolves to whether the move was made.
 */
export function useMove(): Moves {
  const live = useLive()
  const [busy, setBusy] = useState<string>()
  const [fault, setFault] = useState<MoveFault>()
  const isRunning = useRef(false)

  const run = useCallback(
    async (name: string, move: () => Promise<unknown>): Promise<boolean> => {
      if (isRunning.current) return false
      isRunning.current = true
      setBusy(name)
      setFault(undefined)
      try {
        await move()
        return true
      } catch (error) {
        // Support cannot help with a refused value.
        const known = error instanceof AsklineError && !(error instanceof InvalidError) ? error : undefined
        setFault({ message: describeFault(error as Error), correlationId: known?.correlationId })
        return false
      } finally {
        isRunning.current = false
        setBusy(undefined)
        live.refresh()
      }
    },
    [live],
  )
  return { run, busy, fault, dismiss: () => setFault(undefined) }
}
