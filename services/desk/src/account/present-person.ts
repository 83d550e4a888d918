import { fetchMe, type Me, mintToken } from '../session/session.ts'

/** The person who is signed in in this browser. */
export type PresentPerson = Pick<Me, 'name' | 'email' | 'company'>

/** Returns who is signed in in this browser, or `undefined` if that is nobody or cannot be found out now. */
export const findPresentPerson = (): Promise<PresentPerson | undefined> =>
  mintToken()
    .then(fetchMe)
    .catch(() => undefined)
