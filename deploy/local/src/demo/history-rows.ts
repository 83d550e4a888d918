import { companyDefaults } from '@askline/contracts'
import { worthOf } from '@askline/domain/questions/rate'
import { subjectOf } from '@askline/domain/questions/subject'
import { foldTogether } from '@askline/domain/text/fold'
import { v7 } from 'uuid'
import * as life from './question-life.ts'
import type { Deed, Story } from './story.ts'

type Life = life.QuestionLife

/** The rows of the demo's past, by table. */
export type HistoryRows = {
  questions: ReturnType<typeof questionRow>[]
  offers: life.OfferRow[]
  responses: life.ResponseRow[]
  messages: life.MessageRow[]
  question_events: life.EventRow[]
}

/** Returns the rows that the domain's commands would have written for these stories. Messages are in order of time. */
export function historyOf(stories: readonly Story[], place: life.HistoryPlace): HistoryRows {
  const lives = stories.map((story) => live(story, place))
  return {
    questions: lives.map((told, index) => questionRow(told, stories[index]!)),
    offers: lives.flatMap(({ offers }) => offers),
    responses: lives.flatMap(({ responses }) => responses),
    messages: lives.flatMap(({ messages }) => messages).sort((a, b) => a.created_at.localeCompare(b.created_at)),
    question_events: lives.flatMap(({ events }) => events),
  }
}

function live(story: Story, place: life.HistoryPlace): Life {
  const told: Life = {
    id: v7({ msecs: story.askedAt }),
    askerId: story.askerId,
    place,
    updatedAt: story.askedAt,
    changedAt: story.askedAt,
    closedAt: null,
    holderId: null,
    offers: [],
    responses: [],
    messages: [],
    events: [],
  }
  life.addSystemMessage(told, 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE')
  life.record(told, 'QUESTION_APPROVED', byAsker(told))
  for (const deed of story.deeds) {
    told.changedAt = deed.at
    told.updatedAt = life.nextStamp(told.updatedAt, deed.at)
    play(told, deed)
  }
  return told
}

const byAsker = ({ askerId }: Life) => ({ actor_kind: 'user', actor_id: askerId }) as const
const byExpert = ({ userId }: { userId: string }) => ({ actor_kind: 'expert', actor_id: userId }) as const
const bySystem = { actor_kind: 'system', actor_id: null } as const

function play(told: Life, deed: Deed): void {
  switch (deed.does) {
    case 'offer':
      for (const { userId } of deed.to) life.offerTo(told, userId)
      life.record(told, 'QUESTION_OFFERED', bySystem)
      break
    case 'claim':
      life.removeSystemMessage(told, 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE')
      life.closeOffers(told, 'withdrawn', deed.expert.userId)
      told.holderId = deed.expert.userId
      life.record(told, 'QUESTION_CLAIMED', byExpert(deed.expert))
      break
    case 'respond':
      respond(told, deed)
      break
    case 'write back':
      life.write(told, life.responseOf(told, deed.to.userId), { kind: 'USER', id: told.askerId }, deed.text)
      life.record(told, 'MESSAGE_ADDED', byAsker(told))
      break
    case 'write on': {
      const { userId } = deed.expert
      life.write(told, life.responseOf(told, userId), { kind: 'EXPERT', id: userId }, deed.text)
      life.record(told, 'MESSAGE_ADDED', byExpert(deed.expert))
      break
    }
    case 'read':
      read(told, life.responseOf(told, deed.of.userId))
      break
    case 'mark as resolved':
      life.addSystemMessage(told, 'MARK_AS_RESOLVED_MESSAGE', life.responseOf(told, deed.expert.userId))
      life.record(told, 'QUESTION_MARKED_AS_RESOLVED', byExpert(deed.expert))
      break
    case 'accept':
      accept(told, life.responseOf(told, deed.of.userId))
      break
    case 'rate':
      rate(told, life.responseOf(told, deed.of.userId), deed.share)
      break
  }
}

function respond(told: Life, { expert, text }: Extract<Deed, { does: 'respond' }>): void {
  const event = told.responses.length === 0 ? 'QUESTION_FIRST_RESPONSE' : 'QUESTION_RESPONSE'
  life.removeSystemMessage(told, 'NOTIFYING_EXPERTS_SYSTEM_MESSAGE')
  const response = life.addResponse(told, expert.userId)
  life.write(told, response, { kind: 'EXPERT', id: expert.userId }, text)
  life.addSystemMessage(told, 'ACCEPT_RESPONSE_SYSTEM_MESSAGE', response)
  life.record(told, event, byExpert(expert))
  // Runs after the event, because the domain's statement that closes the offer still sees it open.
  life.closeOffers(told, undefined, expert.userId)
}

function read(told: Life, response: life.ResponseRow): void {
  response.is_viewed_by_user = true
  for (const message of told.messages) {
    if (message.response_id === response.id && message.author_kind !== 'USER') message.is_viewed_by_user = true
  }
  life.record(told, 'RESPONSE_READ', byAsker(told))
}

function accept(told: Life, response: life.ResponseRow): void {
  life.removeSystemMessage(told, 'ACCEPT_RESPONSE_SYSTEM_MESSAGE', 'MARK_AS_RESOLVED_MESSAGE')
  life.addSystemMessage(told, 'ACCEPTED_RESPONSE_SYSTEM_MESSAGE', response)
  life.addSystemMessage(told, 'RATE_RESPONSE_SYSTEM_MESSAGE', response)
  life.closeOffers(told, 'withdrawn')
  response.is_accepted = true
  response.accepted_at = life.iso(told.changedAt)
  stamp(told, response)
  told.closedAt = told.changedAt
  life.record(told, 'QUESTION_RESOLVED', byAsker(told))
}

/** From this share on the domain counts a rating as good and asks for a testimonial. */
const goodRating = 0.75

function rate(told: Life, response: life.ResponseRow, share: number): void {
  const { ratingSystem } = companyDefaults
  const { values } = ratingSystem
  const rating = values[Math.round((1 - share) * (values.length - 1))]!
  life.removeSystemMessage(told, 'RATE_RESPONSE_SYSTEM_MESSAGE')
  if (worthOf(rating, ratingSystem) >= goodRating)
    life.addSystemMessage(told, 'ADD_TESTIMONIAL_SYSTEM_MESSAGE', response)
  response.rating = rating
  response.rating_system = ratingSystem
  response.rated_at = life.iso(told.changedAt)
  stamp(told, response)
  life.record(told, 'QUESTION_RATED', byAsker(told), { rating })
}

function stamp(told: Life, response: life.ResponseRow): void {
  response.updated_at = life.iso(life.nextStamp(Date.parse(response.updated_at), told.changedAt))
}

const expiryMs = 7 * 24 * 3_600_000

function questionRow(told: Life, { sample, isOneToMany, askedAt }: Story) {
  const { companyId, companyTag, integrationId, oneToOneId, oneToManyId } = told.place
  return {
    id: told.id,
    company_id: companyId,
    asker_id: told.askerId,
    integration_id: integrationId,
    category_id: isOneToMany ? oneToManyId : oneToOneId,
    type: isOneToMany ? 'ONE_TO_MANY' : 'ONE_TO_ONE',
    subject: subjectOf(sample.text),
    text: sample.text,
    folded: foldTogether('', sample.text),
    language: 'en',
    languages: ['en'],
    company_tags: [companyTag],
    metadata: {},
    status: 'RESOLVED',
    closed_at: told.closedAt === null ? null : life.iso(told.closedAt),
    num_responses: told.responses.length,
    first_offered_at: told.events.find(({ type }) => type === 'QUESTION_OFFERED')?.at ?? null,
    first_response_at: told.responses[0]?.created_at ?? null,
    holder_id: told.holderId,
    fence: told.holderId === null ? 0 : 1,
    // Each ended while it waited for its asker.
    units: 0,
    wave: 1,
    round: 0,
    queued_at: life.iso(askedAt),
    expires_at: life.iso(askedAt + expiryMs),
    version: told.events.length,
    created_at: life.iso(askedAt),
    updated_at: life.iso(told.updatedAt),
    changed_at: life.iso(told.changedAt),
  }
}
