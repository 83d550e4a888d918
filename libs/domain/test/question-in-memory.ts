import { type CategorySettings, categoryDefaults, companyDefaults, type EventType } from '@askline/contracts'
import { newId } from '@askline/db'
import type { Change, Decision, ExpertFact, Facts, OfferFact, PersonFact } from '../src/changes/change.ts'
import { decideChange } from '../src/changes/make-changes.ts'
import { desksOf, type Made } from '../src/changes/write.ts'
import { draftOf } from '../src/questions/ask.ts'

/** The people around one question. Ada asked it, Bruno and Carla are experts, Dora and Dean agents. */
export const people = {
  companyId: newId(),
  categoryId: newId(),
  integrationId: newId(),
  ada: newId(),
  bruno: newId(),
  carla: newId(),
  dora: newId(),
  dean: newId(),
}

const began = new Date('2026-01-05T09:00:00.000Z')
const asker = { kind: 'user', userId: people.ada, companyId: people.companyId } as const
const company = { id: people.companyId, name: 'Test Company', settings: companyDefaults }

/** Returns a question of Ada as it was just asked. */
function ask(categorySettings: CategorySettings) {
  return draftOf(
    { actor: asker, input: { text: 'Where is my card?', externalIds: [] } },
    {
      place: 0,
      now: began,
      tag: 'test',
      companyName: company.name,
      settings: {},
      askerName: 'Ada',
      askerRole: 'user',
      address: 'ada@example.com',
      isBlocked: false,
      categoryId: people.categoryId,
      category: 'General',
      type: 'ONE_TO_ONE',
      categorySettings,
    },
  ).made
}

const person = (id: string, role: PersonFact['role'], expert?: ExpertFact): PersonFact => ({
  id,
  name: role,
  avatarUrl: null,
  role,
  isBlocked: false,
  expert,
})
const freeExpert = (): ExpertFact => ({
  load: 0,
  capacity: 1_000_000,
  isActive: true,
  availability: 'AVAILABLE',
  awayReason: null,
  missedOffers: 0,
  isIdle: false,
  languages: ['en'],
  topicLevels: {},
  categoryIds: [],
  isCertified: false,
  isElite: false,
})

/**
 * A question and its facts in memory. It decides changes by the same functions as `makeChanges`, and applies decisions as
 * `writeChanges` does. The clock advances by a second with each change.
 */
export class QuestionInMemory {
  question: Facts['question']
  responses: Facts['responses'] = []
  offers: OfferFact[] = []
  prompts: Facts['prompts'] = []
  readonly events: EventType[] = []
  readonly people = new Map<string, PersonFact>([
    [people.ada, person(people.ada, 'user')],
    [people.bruno, person(people.bruno, 'expert', freeExpert())],
    [people.carla, person(people.carla, 'expert', freeExpert())],
    [people.dora, person(people.dora, 'agent')],
    [people.dean, person(people.dean, 'agent')],
  ])
  now = began
  #length = 0
  /** Ids of responses and messages that the asker has not read, with the response that they are in. */
  readonly #unread = new Map<string, string>()
  readonly #category: Facts['category']

  constructor(categorySettings: CategorySettings) {
    this.#category = { ...categoryDefaults, ...categorySettings }
    const asked = ask(categorySettings)
    this.question = asked.after
    this.#apply(asked)
  }

  /** Makes a change. Throws the DomainError of a refused change, which has no effect. */
  make(change: Change): Decision {
    this.now = new Date(this.now.getTime() + 1_000)
    const made = decideChange(change, this.#factsFor(change))
    this.#apply(made)
    return made.decision
  }

  /** The facts for a change that concerns everybody. */
  get facts(): Facts {
    const actor = { kind: 'system', companyId: people.companyId } as const
    return this.#factsFor({ actor, about: [...this.people.keys()] })
  }

  /** Marks a response and everything under it as read. Returns whether something was unread. */
  read(responseId: string): boolean {
    const news = [...this.#unread].filter(([, place]) => place === responseId)
    for (const [id] of news) this.#unread.delete(id)
    return news.length > 0
  }

  /** The facts that `readFactsUnderLock` reads for a change: no person and no closed offer that the change does not concern. */
  #factsFor({ actor, about = [] }: Pick<Change, 'actor' | 'about'>): Facts {
    const { holderId } = this.question
    const concerned = new Set([...about, ...('userId' in actor ? [actor.userId] : []), ...(holderId ? [holderId] : [])])
    return {
      question: this.question,
      now: this.now,
      company,
      category: this.#category,
      heaviest: this.#category.weight,
      responses: this.responses,
      offers: this.offers.filter(({ status, expertId }) => status === 'pending' || concerned.has(expertId)),
      wasOffered: this.offers.length > 0,
      prompts: this.prompts,
      length: this.#length,
      person: (id) => (id !== null && concerned.has(id) ? this.people.get(id) : undefined),
    }
  }

  #apply(made: Made): void {
    const { decision, after } = made
    const { event, removes, adds, response, answers, closes, offers } = decision
    this.question = after
    this.prompts = this.prompts.filter(({ id }) => !removes.includes(id))
    for (const id of removes) this.#unread.delete(id)
    for (const { id, type, responseId, authorKind, detail } of adds) {
      if (type !== 'MESSAGE') {
        this.prompts.push({ id, type, responseId, untilPersonWrites: detail?.['untilPersonWrites'] === true })
      } else if (authorKind !== 'AUTOMATIC') this.#length++
      if (responseId !== null && authorKind !== 'USER') this.#unread.set(id, responseId)
    }
    if (response) {
      this.responses.push({ quickReply: null, ...response, rating: null, ratingSystem: null })
      this.#unread.set(response.id, response.id)
    }
    this.responses = this.responses.map((one) => ({ ...one, ...answers.find(({ id }) => id === one.id) }))
    this.offers = this.offers.map((one) => ({ ...one, ...closes.find(({ id }) => id === one.id) }))
    this.offers.push(...offers.map((one) => ({ dueAt: null, ...one, reason: one.reason ?? null })))
    for (const [expertId, { units }] of desksOf([made])) {
      const expert = this.people.get(expertId)?.expert
      if (expert) expert.load = Math.max(expert.load + units, 0)
    }
    if (event !== undefined && event !== 'OFFER_CLOSED') this.events.push(event)
  }
}
