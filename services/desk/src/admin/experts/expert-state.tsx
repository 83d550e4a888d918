import type { ManagedExpert } from '@askline/client'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../words/times.ts'
import { SignInState } from '../accounts/sign-in-state.tsx'
import { say } from '../admin-words.ts'

const kinds = { AVAILABLE: 'good', AWAY: 'warn', OFFLINE: 'plain' } as const

/** Whether an expert can be asked at this moment, and if not, since when and why. */
export function ExpertState({ expert }: { expert: ManagedExpert }) {
  const { isActive, availability } = expert
  if (!isActive) return <Badge kind="bad">{say('experts.inactive')}</Badge>
  return (
    <>
      <Badge kind={kinds[availability]}>{say(`experts.${availability}`)}</Badge> {describeAbsence(expert)}{' '}
      <SignInState account={expert} />
    </>
  )
}

function describeAbsence({ awayReason, awaySince, missedOffers }: ManagedExpert): string | undefined {
  if (awaySince === null) return undefined
  const time = formatTime(awaySince)
  return awayReason === null
    ? say('experts.awayChosen', { time })
    : say('experts.awayMissed', { time, n: missedOffers })
}
