import { answersByIntent, followUps } from './answers.ts'
import type { DemoExpert } from './people.ts'
import type { Random } from './random.ts'
import type { SampleQuestion } from './sample.ts'

/** A person of the demo company. `userId` is the id in the database. */
export type Cast<P> = P & { userId: string }
export type CastExpert = Cast<DemoExpert>

/** One action on a question. `at` is ms since 1970. */
export type Deed = { at: number } & (
  | { does: 'offer'; to: CastExpert[] }
  | { does: 'claim'; expert: CastExpert }
  | { does: 'respond'; expert: CastExpert; text: string }
  | { does: 'write back'; to: CastExpert; text: string }
  | { does: 'write on'; expert: CastExpert; text: string }
  | { does: 'read'; of: CastExpert }
  | { does: 'mark as resolved'; expert: CastExpert }
  | { does: 'accept'; of: CastExpert }
  | { does: 'rate'; of: CastExpert; share: number }
)

/** The life of one question, from asked to resolved. */
export type Story = {
  sample: SampleQuestion
  askerId: string
  isOneToMany: boolean
  askedAt: number
  deeds: Deed[]
}

export type StorySettings = {
  sample: readonly SampleQuestion[]
  askers: readonly { userId: string }[]
  experts: readonly CastExpert[]
  /** ms since 1970: the last story ends before it. */
  now: number
  random: Random
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Length of the demo company's past. */
export const pastMs = 90 * day
/** Longest duration of a story. */
const longestMs = 26 * hour
/** The claim lease minus a margin. An expert answers within it. */
const withinLease = 28 * minute
const oneToManyShare = 0.1
const offersPerWave = 3

/** Returns one resolved question for each question of the sample, in the order of asking. */
export function tellStories(settings: StorySettings): Story[] {
  return settings.sample.map((sample) => tellStory(sample, settings)).sort((a, b) => a.askedAt - b.askedAt)
}

function tellStory(sample: SampleQuestion, { askers, experts, now, random }: StorySettings): Story {
  const askedAt = now - longestMs - Math.floor(random.share() * (pastMs - longestMs))
  const isOneToMany = random.chance(oneToManyShare)
  const offered = chooseExperts(sample, experts, random)
  const offeredAt = askedAt + random.between(0.3, 2) * second
  const deeds: Deed[] = [{ at: offeredAt, does: 'offer', to: offered }]
  const answered = isOneToMany
    ? answerTogether(sample, offered, offeredAt, deeds, random)
    : answerAlone(sample, offered, offeredAt, deeds, random)
  settle(answered, deeds, random)
  return {
    sample,
    askerId: random.pick(askers).userId,
    isOneToMany,
    askedAt,
    deeds: deeds.map((deed) => ({ ...deed, at: Math.floor(deed.at) })),
  }
}

/** Chooses the first wave among experts of the topic, in proportion to how often they answer. */
function chooseExperts({ topic }: SampleQuestion, experts: readonly CastExpert[], random: Random): CastExpert[] {
  const weightOf = (expert: CastExpert) =>
    expert.topics[0] === topic ? expert.activity * 5 : expert.topics.includes(topic) ? expert.activity : 0
  const left = experts.filter((expert) => weightOf(expert) > 0)
  const chosen: CastExpert[] = []
  while (chosen.length < offersPerWave && left.length > 0) {
    const expert = random.pickWeighted(left, weightOf)
    chosen.push(expert)
    left.splice(left.indexOf(expert), 1)
  }
  return chosen
}

function answerAlone(
  sample: SampleQuestion,
  [expert]: CastExpert[],
  offeredAt: number,
  deeds: Deed[],
  random: Random,
): CastExpert {
  const claimedAt = offeredAt + random.between(8, 80) * second
  const answeredAt = claimedAt + thinkingMs(expert!, random)
  deeds.push(
    { at: claimedAt, does: 'claim', expert: expert! },
    { at: answeredAt, does: 'respond', expert: expert!, text: answerTo(sample, random) },
  )
  converse(expert!, deeds, random)
  if (random.chance(0.25)) deeds.push({ at: after(deeds, 1, 6, random), does: 'mark as resolved', expert: expert! })
  return expert!
}

/** Up to three experts answer, the first one while the wave runs. The asker reads all answers and accepts one. */
function answerTogether(
  sample: SampleQuestion,
  offered: CastExpert[],
  offeredAt: number,
  deeds: Deed[],
  random: Random,
): CastExpert {
  const responders = offered.slice(0, 1 + Math.floor(random.share() * offered.length))
  const texts = answersTo(sample)
  for (const [turn, expert] of responders.entries()) {
    const at = turn === 0 ? offeredAt + random.between(20, 85) * second : lastOf(deeds) + thinkingMs(expert, random)
    deeds.push({ at, does: 'respond', expert, text: texts[turn % texts.length]! })
  }
  for (const expert of responders) deeds.push({ at: after(deeds, 0.5, 20, random), does: 'read', of: expert })
  return random.pickWeighted(responders, (expert) => expert.skill ** 3)
}

function converse(expert: CastExpert, deeds: Deed[], random: Random): void {
  deeds.push({ at: after(deeds, 0.5, 30, random), does: 'read', of: expert })
  while (random.chance(0.3)) {
    const [question, answer] = random.pick(followUps)
    deeds.push({ at: after(deeds, 0.5, 5, random), does: 'write back', to: expert, text: question })
    deeds.push({
      at: after(deeds, 0, 0, random) + thinkingMs(expert, random) / 2,
      does: 'write on',
      expert,
      text: answer,
    })
    deeds.push({ at: after(deeds, 0.5, 15, random), does: 'read', of: expert })
  }
}

function settle(expert: CastExpert, deeds: Deed[], random: Random): void {
  const minutes = random.chance(0.1) ? [60, 900] : [1, 45]
  deeds.push({ at: after(deeds, minutes[0]!, minutes[1]!, random), does: 'accept', of: expert })
  if (random.chance(0.85)) {
    deeds.push({ at: after(deeds, 0.1, 1, random), does: 'rate', of: expert, share: ratingShare(expert, random) })
  }
}

/** Returns a rating from 0 (worst) to 1 (best), usually close to the expert's skill. */
const ratingShare = (expert: CastExpert, random: Random): number =>
  Math.min(1, Math.max(0, expert.skill + (random.share() + random.share() - 1) * 0.5))

/** Returns an answer time close to the expert's pace, with a long tail, and always within the lease. */
const thinkingMs = (expert: CastExpert, random: Random): number =>
  Math.min(withinLease, expert.pace * minute * Math.exp((random.share() + random.share() + random.share() - 1.5) * 1.2))

const lastOf = (deeds: Deed[]): number => Math.max(...deeds.map((deed) => deed.at))
const after = (deeds: Deed[], low: number, high: number, random: Random): number =>
  lastOf(deeds) + random.between(low, high) * minute

const answersTo = ({ intent }: SampleQuestion): readonly string[] => {
  const texts = answersByIntent[intent]
  if (!texts) throw new Error(`There is no answer for the intent ${intent}`)
  return texts
}
const answerTo = (sample: SampleQuestion, random: Random): string => random.pick(answersTo(sample))
