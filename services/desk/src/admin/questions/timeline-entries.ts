import type { QuestionEvent, RoutingExplanation } from '@askline/client'

type Decision = RoutingExplanation['decisions'][number]

/** A change of a question, or a decision of its routing. */
export type TimelineEntry =
  | { at: 'event'; date: string; event: QuestionEvent }
  | { at: 'decision'; date: string; decision: Decision }

/**
 * Returns changes and decisions together, oldest first. A wave replaces the event of its offers. Dates are whole seconds, so
 * the wave also takes that event's place among the changes of one second.
 */
export function timelineEntriesOf(
  events: readonly QuestionEvent[],
  decisions: readonly Decision[],
): readonly TimelineEntry[] {
  const asEntry = (decision: Decision, date = decision.date): TimelineEntry => ({ at: 'decision', date, decision })
  const waves = byDate(decisions.filter(({ kind }) => kind === 'wave'))
  const hasWaves = waves.length > 0
  const changes = events.flatMap((event): TimelineEntry[] => {
    if (event.type !== 'QUESTION_OFFERED' || !hasWaves) return [{ at: 'event', date: event.date, event }]
    const wave = waves.shift()
    return wave ? [asEntry(wave, event.date)] : []
  })
  const rest = [...waves, ...decisions.filter(({ kind }) => kind !== 'wave')]
  return byDate([...changes, ...rest.map((decision) => asEntry(decision))])
}

const byDate = <Dated extends { date: string }>(list: readonly Dated[]): Dated[] =>
  [...list].sort((one, other) => one.date.localeCompare(other.date))
