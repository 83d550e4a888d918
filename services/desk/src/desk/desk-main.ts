import { beginToEnter } from '../session/session.ts'
import { showLoadFailure } from '../ui/load-failure.ts'

// The page asks who is signed in while its larger part loads. The build lets the browser load both at once.
beginToEnter()
import('./show-desk.tsx').catch(showLoadFailure)
