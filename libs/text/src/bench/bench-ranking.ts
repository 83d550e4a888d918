import { calibrationError } from '../calibration/reliability.ts'
import { randomFrom } from '../columns/random.ts'
import { rank } from '../ranking/rank.ts'
import { buildRanker, learn } from '../ranking/ranker.ts'
import type { ResolvedQuestion } from '../ranking/resolved-question.ts'
import { shouldRoute } from '../ranking/should-route.ts'
import { readSite } from './data-folder.ts'
import { type Figure, meanOf, quantileOf } from './figure.ts'
import { buildReferenceRankers } from './reference-rankers.ts'
import { type Moment, replay, splitByTime } from './site-replay.ts'

const sites = [
  { name: 'history_se', timesAreReal: false },
  { name: 'android_se', timesAreReal: false },
  { name: 'travel_se', timesAreReal: true },
]
const exploredShare = 0.1
/** Where the last fifth is some hundred questions, all but the first 40 % are ranked too: everybody is fitted anew after each tenth. */
const tenths = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
const fewQuestions = 5_000

/** hit@5 over the last 20 % by time, evidence strictly before each question, outcomes learned as they come. */
export function benchRanking(folder: string, log: (line: string) => void): Figure[] {
  return sites.flatMap((site) => {
    log(site.name)
    return siteFigures(folder, site.name, site.timesAreReal)
  })
}

type Hits = Record<'ours' | 'popular' | 'votes' | 'logistic' | 'anyone' | 'explored', number[]>

function siteFigures(folder: string, name: string, timesAreReal: boolean): Figure[] {
  const site = readSite(folder, name)
  const { known, later } = splitByTime(site)
  const ranker = buildRanker(known, [], { timesAreReal, seed: 1 })
  const references = buildReferenceRankers(site, later[0]!.askedAt)
  const hits: Hits = { ours: [], popular: [], votes: [], logistic: [], anyone: [], explored: [] }
  const accepted: number[] = []
  const millis: number[] = []
  const advice: { confidence: number; isRight: boolean }[] = []
  const learning: number[] = []
  const note = ({ question, candidates, resolvers, accepted: best }: Moment) => {
    const asOf = question.askedAt
    const from = performance.now()
    const ranked = rank(ranker, question, { asOf, limit: 5, candidates }).map(({ expertId }) => expertId)
    millis.push(performance.now() - from)
    const anyone = rank(ranker, question, { asOf, limit: 5 })
    const explored = rank(ranker, question, {
      asOf,
      limit: 5,
      explore: { share: exploredShare, seed: hits.ours.length },
    })
    const hit = (list: readonly string[]) => Number(list.some((id) => resolvers.has(id)))
    hits.ours.push(hit(ranked))
    hits.anyone.push(hit(anyone.map(({ expertId }) => expertId)))
    hits.explored.push(hit(explored.map(({ expertId }) => expertId)))
    if (best !== undefined) accepted.push(Number(ranked.includes(best)))
    const clues = [...references.cluesFor(question, candidates)]
    for (const reference of ['popular', 'votes', 'logistic'] as const) {
      const scored = clues
        .map(([id, own]) => ({ id, score: references[reference](own) }))
        .sort((a, b) => b.score - a.score)
      hits[reference].push(hit(scored.slice(0, 5).map(({ id }) => id)))
    }
  }
  replay(
    site,
    (question) => {
      const from = performance.now()
      learn(ranker, question)
      learning.push(performance.now() - from)
    },
    note,
  )
  const fresh = buildRanker(known, [], { timesAreReal, seed: 1 })
  for (const question of later) {
    const isRight = question.answers.some((answer) => answer.accepted || (answer.score ?? 0) > 0)
    advice.push({ confidence: shouldRoute(fresh, question, { asOf: question.askedAt }).confidence, isRight })
    learn(fresh, question)
  }
  const cases = hits.ours.length
  const ours = meanOf(hits.ours)
  const longRun = site.length < fewQuestions ? [refittedFigure(site, name, timesAreReal)] : []
  const against = (reference: 'popular' | 'votes' | 'logistic', label: string): Figure => {
    const { spread, chance } = bootstrap(hits.ours, hits[reference])
    return {
      area: name,
      name: `hit@5 against ${label}`,
      baseline: meanOf(hits[reference]),
      ours,
      spread,
      cases,
      note: `better in ${(chance * 100).toFixed(1)} % of resamples`,
    }
  }
  return [
    against('popular', 'popularity, 30 days'),
    against('votes', 'votes of 100 similar'),
    against('logistic', 'seven-feature logistic'),
    ...longRun,
    { area: name, name: 'hit@5, accepted answerer only', ours: meanOf(accepted), cases: accepted.length },
    {
      area: name,
      name: `hit@5, exploring ${exploredShare}`,
      baseline: meanOf(hits.anyone),
      ours: meanOf(hits.explored),
      cases,
      note: 'anyone may be ranked; baseline without exploring',
    },
    {
      area: name,
      name: 'should-route calibration error',
      ours: calibrationError(advice),
      cases: advice.length,
      note: `${(meanOf(advice.map((a) => Number(a.isRight))) * 100).toFixed(0)} % resolved`,
    },
    { area: name, name: 'rank ms, median', ours: quantileOf(millis, 0.5), cases },
    { area: name, name: 'rank ms, p99', ours: quantileOf(millis, 0.99), cases },
    { area: name, name: 'learn ms, median', ours: quantileOf(learning, 0.5), cases: learning.length },
  ]
}

/** hit@5 from 40 % of the site on, by rankers fitted anew after each tenth, as a running service does. */
function refittedFigure(site: readonly ResolvedQuestion[], name: string, timesAreReal: boolean): Figure {
  const hits = { ours: [] as number[], logistic: [] as number[] }
  for (const share of tenths) {
    const part = site.slice(0, Math.round(site.length * (share + 0.1)))
    const { known, later } = splitByTime(part, share / (share + 0.1))
    const ranker = buildRanker(known, [], { timesAreReal, seed: 1 })
    const references = buildReferenceRankers(part, later[0]!.askedAt)
    replay(
      part,
      (question) => learn(ranker, question),
      ({ question, candidates, resolvers }) => {
        const ranked = rank(ranker, question, { asOf: question.askedAt, limit: 5, candidates })
        const clues = [...references.cluesFor(question, candidates)]
        const scored = clues.map(([id, own]) => ({ id, score: references.logistic(own) }))
        const best = scored.sort((a, b) => b.score - a.score).slice(0, 5)
        hits.ours.push(Number(ranked.some(({ expertId }) => resolvers.has(expertId))))
        hits.logistic.push(Number(best.some(({ id }) => resolvers.has(id))))
      },
      share / (share + 0.1),
    )
  }
  const { spread, chance } = bootstrap(hits.ours, hits.logistic)
  return {
    area: name,
    name: 'hit@5 against seven-feature logistic, last 60 %, refitted each tenth',
    baseline: meanOf(hits.logistic),
    ours: meanOf(hits.ours),
    spread,
    cases: hits.ours.length,
    note: `better in ${(chance * 100).toFixed(1)} % of resamples`,
  }
}

/** Paired bootstrap, 2,000 resamples: half the 95 % interval of the difference, and how often ours is better. */
function bootstrap(ours: readonly number[], theirs: readonly number[]): { spread: number; chance: number } {
  const random = randomFrom(1)
  const differences: number[] = []
  for (let i = 0; i < 2_000; i++) {
    let sum = 0
    for (let k = 0; k < ours.length; k++) {
      const at = Math.floor(random() * ours.length)
      sum += ours[at]! - theirs[at]!
    }
    differences.push(sum / ours.length)
  }
  return {
    spread: (quantileOf(differences, 0.975) - quantileOf(differences, 0.025)) / 2,
    chance: differences.filter((difference) => difference > 0).length / differences.length,
  }
}
