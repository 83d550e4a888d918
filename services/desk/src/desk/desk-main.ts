import { beginToEnter } from '../session/session.ts'

// The page asks who is signed in while its larger part loads. The build lets the browser load both at once.
beginToEnter()
void import('./show-desk.tsx')
