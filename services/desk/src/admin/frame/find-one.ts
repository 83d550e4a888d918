import { NotFoundError } from '@askline/client'

/** Returns what a request finds, or `undefined` if the company has no such thing. Rejects with any other error. */
export async function findOne<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}
