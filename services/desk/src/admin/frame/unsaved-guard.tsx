import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { type AroundNavHandler, Router, useLocation, useRouter, useSearch } from 'wouter'
import { watchHistoryMoves } from '../../desk/history-moves.ts'
import type { Unsaved } from '../../session/signed-in-person.tsx'
import { say } from '../admin-words.ts'
import { Confirm } from './confirm.tsx'

const UnsavedForms = createContext<Set<object>>(new Set())

/** Asks before the page is left while `isDirty`. The browser itself asks before it closes or reloads the tab. */
export function useUnsaved(isDirty: boolean): void {
  const forms = useContext(UnsavedForms)
  useEffect(() => {
    if (!isDirty) return
    const form = {}
    const ask = (event: BeforeUnloadEvent) => {
      if (forms.has(form)) event.preventDefault()
    }
    forms.add(form)
    window.addEventListener('beforeunload', ask)
    return () => {
      forms.delete(form)
      window.removeEventListener('beforeunload', ask)
    }
  }, [forms, isDirty])
}

/** Returns what the page says of unsaved forms before the person signs out, and how to give them up. */
export function useUnsavedForms(): Unsaved {
  const forms = useContext(UnsavedForms)
  return {
    hint: say('leave.hint'),
    doLabel: say('leave.signOut'),
    exists: () => forms.size > 0,
    giveUp: () => forms.clear(),
  }
}

/** Asks before links and the browser's Back leave a page with unsaved changes. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const { base } = useRouter()
  const [path] = useLocation()
  const search = useSearch()
  const held = `${base}${path}${search && `?${search}`}`
  const [forms] = useState(() => new Set<object>())
  const [leave, setLeave] = useState<() => void>()
  const isLeaving = useRef(false)

  useEffect(() => {
    return watchHistoryMoves(() => {
      const isAgreed = isLeaving.current
      isLeaving.current = false
      if (isAgreed || forms.size === 0) return
      // The browser has moved already. With the page on top again, "back" leads to where the person wanted to go.
      history.pushState(null, '', held)
      setLeave(() => () => {
        isLeaving.current = true
        history.back()
      })
    })
  }, [forms, held])

  const aroundNav: AroundNavHandler = (navigate, to, options) => {
    // An address is replaced by filters, and after its subject was removed.
    if (forms.size === 0 || options?.replace) navigate(to, options)
    else setLeave(() => () => navigate(to, options))
  }
  return (
    <UnsavedForms value={forms}>
      <Router aroundNav={aroundNav}>{children}</Router>
      {leave && (
        <Confirm
          title={say('leave.title')}
          doLabel={say('leave.do')}
          cancelLabel={say('leave.stay')}
          isDanger
          onClose={() => setLeave(undefined)}
          onConfirm={async () => leave()}
        >
          <p>{say('leave.hint')}</p>
        </Confirm>
      )}
    </UnsavedForms>
  )
}
