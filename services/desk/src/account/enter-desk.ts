import { leaveTo } from '../session/leave-to.ts'
import { tellOtherTabs } from '../session/session.ts'
import { post } from './post.ts'
import { isSpentLink } from './spent-link.tsx'

/**
 * Uses a link with what the person chose, and goes to the desk, where they are signed in. Tabs of the person who was signed in here
 * before learn that their session was replaced. Calls `onSpent` if the link cannot be used any more. Throws as `post` does.
 */
export async function enterDesk(path: string, body: object, onSpent: (error: Error) => void): Promise<void> {
  try {
    await post(path, body)
  } catch (error) {
    if (isSpentLink(error as Error)) return onSpent(error as Error)
    throw error
  }
  tellOtherTabs()
  await leaveTo('/desk')
}
