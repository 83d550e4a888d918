import type { Start } from '@askline/client'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type Fetched, useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { isAtStep, type StepName, startPath } from './start-steps.ts'

/** ms between two looks from the page of the steps: the widget is opened and the first question answered in other windows. */
const lookMs = 10_000

type FirstSteps = {
  start: Fetched<Start>
  /** The step that the admin went to from the page of the first steps, while they are where it is done. */
  visited: StepName | undefined
  visit(name: StepName): void
}

const FirstStepsContext = createContext<FirstSteps | undefined>(undefined)

/** Returns how far the company has come with its first steps. Throws outside of a StartProvider. */
export function useStart(): FirstSteps {
  const steps = useContext(FirstStepsContext)
  if (!steps) throw new Error('There is no StartProvider around this component')
  return steps
}

/** Keeps the first steps for all pages of the administration: its navigation, the page itself and the way back to it. */
export function StartProvider({ children }: { children: ReactNode }) {
  const { client } = useLive()
  const [path] = useLocation()
  const start = useFetch('start', () => client.admin.start.get(), path === startPath ? { pollMs: lookMs } : {})
  const [visited, setVisited] = useState<StepName>()
  const [left, setLeft] = useState(path)
  if (left !== path) {
    setLeft(path)
    if (visited && !isAtStep(visited, path)) setVisited(undefined)
  }
  // An added row opens its own page, so another path may mean that the step is done.
  const { reload } = start
  useEffect(() => {
    if (visited && path) reload()
  }, [visited, path, reload])
  return <FirstStepsContext value={{ start, visited, visit: setVisited }}>{children}</FirstStepsContext>
}
