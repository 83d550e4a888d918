import { Redirect } from 'wouter'
import { say } from '../../desk/desk-words.ts'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isOpen, startPath } from './start-steps.ts'

/** Where an admin begins: the first steps while there are any, otherwise the agents' queue. */
export function AdminHome() {
  const { client } = useLive()
  const { value, error } = useFetch('start', () => client.admin.start.get())
  if (!value && !error) return <Skeleton label={say('list.loading')} lines={6} />
  return <Redirect to={value && isOpen(value) ? startPath : '/queue'} replace />
}
