import { errorOf } from '@askline/client'

/**
 * Sends a request that needs no access token. The header makes the service open a session of this browser if the request signs a
 * person in. Throws AsklineError, or TypeError if the service cannot be reached.
 */
export async function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'x-askline-desk': '1', 'content-type': 'application/json' }
  const response = await fetch(`/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw errorOf(response, answer)
  return (answer as { data: Answer }).data
}
