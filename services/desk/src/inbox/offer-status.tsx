import type { InboxQuestion } from '@askline/client'
import { say } from '../desk/desk-words.ts'
import { Badge } from '../ui/badge.tsx'
import { findOfferStatus } from './find-offer-status.ts'

/** Where an offered question stands, as one short badge. */
export function OfferBadge({ question }: { question: InboxQuestion }) {
  const status = findOfferStatus(question)
  const kind = status === 'contested' ? 'warn' : status === 'forYou' ? 'go' : 'plain'
  return <Badge kind={kind}>{say(`offerStatus.${status}`)}</Badge>
}
