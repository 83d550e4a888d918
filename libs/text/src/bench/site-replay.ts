import type { PastAnswer, ResolvedQuestion } from '../ranking/resolved-question.ts'

/** A test question with what was known when it was asked. */
export type Moment = {
  readonly question: ResolvedQuestion
  /** Experts with a track record then, the asker left out. */
  readonly candidates: ReadonlySet<string>
  /** Candidates who came to answer it, and the one whose answer was accepted. */
  readonly resolvers: ReadonlySet<string>
  readonly accepted: string | undefined
}

export type Replay = {
  /** The first questions, with the answers given before the rest begin. */
  readonly known: readonly ResolvedQuestion[]
  readonly later: readonly ResolvedQuestion[]
}

/** Answers before the track record that makes an expert a candidate. */
const trackRecord = 5

/** Splits a site by time at a share of its questions. */
export function splitByTime(site: readonly ResolvedQuestion[], share = 0.8): Replay {
  const cut = Math.floor(site.length * share)
  const at = site[cut]!.askedAt
  const known = site.slice(0, cut).map((question) => ({
    ...question,
    answers: question.answers.filter(({ answeredAt }) => answeredAt < at),
  }))
  return { known, later: site.slice(cut) }
}

/**
 * Replays the questions after a share of the site, by default the last 20 %. Calls `onAnswer` with a question and its answers so far
 * for every answer in between. Calls `onMoment` for each test question with a candidate among its answerers.
 */
export function replay(
  site: readonly ResolvedQuestion[],
  onAnswer: (question: ResolvedQuestion, answer: PastAnswer) => void,
  onMoment: (moment: Moment) => void,
  share?: number,
): void {
  const { known, later } = splitByTime(site, share)
  const start = later[0]!.askedAt
  const events = site
    .flatMap((question) => question.answers.map((answer) => ({ question, answer })))
    .sort((a, b) => a.answer.answeredAt - b.answer.answeredAt)
  const soFar = new Map(known.map((question) => [question.questionId, [...question.answers]]))
  const records = new Map<string, number>()
  let next = 0
  for (const question of later) {
    for (; next < events.length && events[next]!.answer.answeredAt < question.askedAt; next++) {
      const event = events[next]!
      records.set(event.answer.expertId, (records.get(event.answer.expertId) ?? 0) + 1)
      if (event.answer.answeredAt < start) continue
      const answers = soFar.get(event.question.questionId) ?? []
      answers.push(event.answer)
      soFar.set(event.question.questionId, answers)
      onAnswer({ ...event.question, answers }, event.answer)
    }
    const candidates = new Set<string>()
    for (const [expert, count] of records)
      if (count >= trackRecord && expert !== question.askerId) candidates.add(expert)
    const resolvers = new Set(question.answers.map(({ expertId }) => expertId).filter((id) => candidates.has(id)))
    if (resolvers.size === 0) continue
    const accepted = question.answers.find((answer) => answer.accepted && candidates.has(answer.expertId))?.expertId
    onMoment({ question, candidates, resolvers, accepted })
  }
}
