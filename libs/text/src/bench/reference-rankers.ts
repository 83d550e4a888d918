import { fitLogistic, type Logistic } from '../calibration/logistic.ts'
import { type Bm25, bm25Of, buildBm25 } from '../columns/bm25.ts'
import type { ResolvedQuestion } from '../ranking/resolved-question.ts'
import { tokensOf } from '../tokens/tokens.ts'

const day = 86_400_000
const similarQuestions = 100
const names = ['votes', 'acceptedVotes', 'lately', 'answers', 'acceptance', 'quiet', 'asker'] as const
type Clues = Record<(typeof names)[number], number>
type Given = {
  readonly expertId: string
  readonly at: number
  readonly accepted: boolean
  readonly askerId: string | undefined
}

/** The references of the issue, by brute force over the whole site: recent popularity, votes of similar questions, a seven-feature logistic ranker. */
export type ReferenceRankers = {
  readonly popular: (clues: Clues) => number
  readonly votes: (clues: Clues) => number
  readonly logistic: (clues: Clues) => number
  readonly cluesFor: (question: ResolvedQuestion, candidates: ReadonlySet<string>) => Map<string, Clues>
}

/** Fits the logistic ranker to at most 1,500 questions before `upTo`, evenly drawn from the latter half. */
export function buildReferenceRankers(site: readonly ResolvedQuestion[], upTo: number): ReferenceRankers {
  const words = buildBm25(site.map(({ text, tags = [] }) => tokensOf(`${text} ${tags.join(' ')}`)))
  const given = site
    .flatMap(({ answers, askerId }) =>
      answers.map(({ expertId, answeredAt, accepted }): Given => ({ expertId, at: answeredAt, accepted, askerId })),
    )
    .sort((a, b) => a.at - b.at)
  const ofExpert = new Map<string, Given[]>()
  for (const answer of given) {
    const own = ofExpert.get(answer.expertId)
    if (own) own.push(answer)
    else ofExpert.set(answer.expertId, [answer])
  }
  const cluesFor = (question: ResolvedQuestion, candidates: ReadonlySet<string>) =>
    cluesOf(site, words, ofExpert, question, candidates)
  const trained = site.filter(({ askedAt, answers }) => askedAt < upTo && answers.length > 0)
  const half = trained.slice(trained.length >> 1)
  const stride = Math.max(1, Math.ceil(half.length / 1_500))
  const inputs: Float64Array[] = []
  const outcomes: boolean[] = []
  for (let i = 0; i < half.length; i += stride) {
    const question = half[i]!
    const asOf = question.askedAt
    const candidates = new Set<string>()
    for (const [expert, answers] of ofExpert)
      if ((answers[4]?.at ?? asOf) < asOf && expert !== question.askerId) candidates.add(expert)
    for (const [expert, clues] of cluesFor(question, candidates)) {
      if (clues.lately === 0 && clues.votes === 0) continue
      inputs.push(inputOf(clues))
      outcomes.push(question.answers.some((answer) => answer.expertId === expert))
    }
  }
  const logistic = fitLogistic(inputs, outcomes)
  return {
    popular: (clues) => clues.lately + 1e-6 * clues.answers,
    votes: (clues) => clues.votes + 1e-6 * clues.lately,
    logistic: (clues) => linear(logistic, inputOf(clues)),
    cluesFor,
  }
}

function cluesOf(
  site: readonly ResolvedQuestion[],
  words: Bm25,
  ofExpert: ReadonlyMap<string, readonly Given[]>,
  question: ResolvedQuestion,
  candidates: ReadonlySet<string>,
): Map<string, Clues> {
  const asOf = question.askedAt
  const clues = new Map<string, Clues>()
  for (const expert of candidates) {
    const own = ofExpert.get(expert) ?? []
    let answers = 0
    let accepted = 0
    let lately = 0
    let asker = 0
    let last = 0
    for (const answer of own) {
      if (answer.at >= asOf) break
      answers++
      last = answer.at
      if (answer.accepted) accepted++
      if (answer.at > asOf - 30 * day) lately++
      if (question.askerId !== undefined && answer.askerId === question.askerId) asker++
    }
    const quiet = (asOf - last) / day
    clues.set(expert, {
      votes: 0,
      acceptedVotes: 0,
      lately,
      answers,
      acceptance: (accepted + 1) / (answers + 3),
      quiet,
      asker,
    })
  }
  const scores = bm25Of(words, tokensOf(`${question.text} ${question.tags?.join(' ') ?? ''}`))
  const similar = [...scores.keys()].filter((i) => scores[i]! > 0 && site[i]!.askedAt < asOf)
  similar.sort((a, b) => scores[b]! - scores[a]!)
  for (const i of similar.slice(0, similarQuestions)) {
    for (const { expertId, answeredAt, accepted } of site[i]!.answers) {
      const own = clues.get(expertId)
      if (!own || answeredAt >= asOf) continue
      own.votes += scores[i]!
      if (accepted) own.acceptedVotes += scores[i]!
    }
  }
  return clues
}

function inputOf(clues: Clues): Float64Array {
  return Float64Array.from(names, (name) => (name === 'acceptance' ? clues[name] : Math.log1p(clues[name])))
}

function linear({ weights, means, deviations }: Logistic, input: Float64Array): number {
  let sum = 0
  for (let i = 0; i < input.length; i++) sum += (weights[i]! * (input[i]! - means[i]!)) / deviations[i]!
  return sum
}
