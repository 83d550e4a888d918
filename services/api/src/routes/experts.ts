import {
  availabilities,
  ExpertRecordView,
  InboxCounts,
  InboxQuestionView,
  limits,
  Paging,
  TimeZone,
  VersionedExpertProfileView,
} from '@askline/contracts'
import { inCompany, readReport } from '@askline/db'
import { findExpertProfile, updateExpertProfile } from '@askline/domain/administration/expert-profile'
import { findExpertRecord } from '@askline/domain/routing/expert-record'
import { listInbox } from '@askline/domain/views/inbox'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../act.ts'
import { asExpert, type PersonActor } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { forExperts } from '../http/callers.ts'
import { invalidField } from '../http/request-faults.ts'
import { principalOf } from '../http/request-state.ts'
import { namePattern } from '../http/validation.ts'
import { sendVersioned, versionOfRow, withVersion } from '../versions.ts'
import { Language, Name, pageFields } from './fields.ts'

// Also excludes characters that RFC 3986 forbids, because a page may put the address between quotation marks.
const httpsUrl = namePattern('^https://[^\\s"<>\\\\^`{|}]+$', 'https', 'must be an https address')
const timeOfDay = namePattern('^([01]\\d|2[0-3]):[0-5]\\d$', 'time', 'must be a time of the form hh:mm')

const TimeOfDay = Type.String({ pattern: timeOfDay, examples: ['09:00'] })
const CalendarDate = Type.String({ format: 'date', maxLength: 10 })

const WorkingHours = Type.Object({
  timeZone: TimeZone(),
  days: Type.Array(
    Type.Object({
      day: Type.Integer({
        minimum: 0,
        maximum: 7,
        description: 'The day of the week. 1 is Monday; 7 and 0 are Sunday.',
      }),
      from: TimeOfDay,
      to: TimeOfDay,
    }),
    {
      maxItems: 50,
      description: 'The shifts of a week. A shift whose end is not after its start ends on the next day.',
    },
  ),
  holidays: Type.Optional(
    Type.Array(CalendarDate, {
      maxItems: 1_000,
      description: 'Dates without shifts.',
      examples: [['2026-12-25']],
    }),
  ),
})

/** Codes of 400 for the fields of an expert. */
export const refusedFields = [
  'name_invalid',
  'languages_invalid',
  'capacity_invalid',
  'working_hours_invalid',
  'category_unknown',
] as const

export const recordRules =
  'The figures are computed on request from the questions, answers and offers that routing learns from. An offer belongs to the period in which it ended. The company deletes offers some time after their question was closed (`offersKeptMs`, 30 days by default). Deleted offers still count, by whole days in UTC, without their reasons.'

const inboxRules =
  '`view=offered` lists two groups; `counts` of the first page has their sizes. Offers to the expert come first, least time left first; offers without an end or past their end follow. Then come questions that are open to every expert, oldest first, with `offer.isOpenToAll`. They are listed only during working hours. `view=claimed` lists the oldest question first, and `view=answered` the newest.\n\nA page of a search by `text` examines up to 3,000 answers, so it may be short or empty although there are more. Request pages until `nextCursor` is null.\n\nA cursor stays valid while the list changes. The next page begins after the position of the last question, even if that question has left the list. New questions may belong to an earlier page.'

/** Fields of an expert that experts and admins may change. */
export const ExpertFields = {
  name: Type.Optional(Name('The display name, visible to askers.', 'Bruno')),
  avatarUrl: Type.Optional(
    Type.String({
      maxLength: 2_000,
      pattern: httpsUrl,
      description:
        'The address of a picture. It is used if its host is in the company setting `avatarHosts`; otherwise a drawn picture is. The service never fetches it.',
    }),
  ),
  availability: Type.Optional(Type.Enum(availabilities)),
  capacity: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
  languages: Type.Optional(Type.Array(Language, { minItems: 1, maxItems: 50 })),
  topics: Type.Optional(Type.Array(Name('A topic.', 'cards'), { maxItems: 200 })),
  workingHours: Type.Optional(
    Type.Union([WorkingHours, Type.Null()], { description: 'The working hours. Null, the default, means any hour.' }),
  ),
}
const Changes = Type.Object(ExpertFields)

const inboxViews = ['offered', 'claimed', 'answered'] as const

/** Routes of an expert's own profile and inbox. */
export const expertRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint } = context
    const { publicUrl } = context.config

    app.route({
      ...endpoint({
        name: 'getExpertProfile',
        method: 'GET',
        path: '/experts/me',
        ...forExperts,
        summary: "Return the expert's own profile",
        versioned: true,
        answer: VersionedExpertProfileView,
        errors: { 404: ['expert_not_found'] },
      }),
      handler: async (request, reply) => {
        const view = await inCompany(db, principalOf(request).companyId, async (tx) =>
          findExpertProfile(tx, await asExpert(request)(tx), publicUrl),
        )
        return sendVersioned(request, reply, withVersion('expert', view))
      },
    })

    app.route({
      ...endpoint({
        name: 'updateExpertProfile',
        method: 'PUT',
        path: '/experts/me',
        ...forExperts,
        summary: "Change the expert's availability, capacity, languages, topics or working hours",
        description:
          'Any request, even with an empty body, ends an AWAY that routing set after missed offers. AWAY and OFFLINE that a person chose stay until a request changes them.',
        body: Changes,
        answer: VersionedExpertProfileView,
        errors: { 400: refusedFields, 404: ['expert_not_found'] },
        sample: { shown: { availability: 'AVAILABLE', capacity: 5 } },
      }),
      handler: (request, reply) =>
        act(context, request, reply, {
          by: asExpert(request),
          audit: 'own_profile_updated',
          version: versionOfRow('expert', principalOf(request).id, (tx, expert: PersonActor) =>
            findExpertProfile(tx, expert, publicUrl),
          ),
          work: async (tx, expert) =>
            withVersion('expert', await updateExpertProfile(tx, expert, request.body, publicUrl)),
        }),
    })

    app.route({
      ...endpoint({
        name: 'getExpertRecord',
        method: 'GET',
        path: '/experts/me/record',
        ...forExperts,
        summary: "Return the expert's own record of the last 30 and 90 days: offers, answers, ratings and promises",
        description: recordRules,
        answer: ExpertRecordView,
        errors: { 404: ['expert_not_found'] },
      }),
      handler: async (request) => {
        const { companyId, id } = principalOf(request)
        return readReport(db, companyId, (tx) => findExpertRecord(tx, companyId, id))
      },
    })

    app.route({
      ...endpoint({
        name: 'getInbox',
        method: 'GET',
        path: '/experts/me/questions',
        ...forExperts,
        summary: "List the expert's inbox: offered, claimed or answered questions",
        description: inboxRules,
        query: Type.Object({
          ...pageFields,
          view: Type.Optional(Type.Enum(inboxViews, { default: 'offered' })),
          text: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: limits.nameLength,
              description:
                'Search text: up to ten words in any order, and phrases in quotes. All must occur in the question, or in one message of it. Requires `view=answered`.',
            }),
          ),
        }),
        answer: Type.Object({
          questions: Type.Array(InboxQuestionView),
          paging: Paging,
          counts: Type.Optional(InboxCounts),
        }),
        errors: { 404: ['expert_not_found'] },
      }),
      handler: async (request) => {
        const { view = 'offered', limit = limits.pageSize, cursor, text } = request.query
        if (text !== undefined && view !== 'answered')
          throw invalidField('query.text', 'view', 'query.text requires query.view `answered`.')
        const { nextCursor, ...found } = await inCompany(db, principalOf(request).companyId, async (tx) =>
          listInbox(tx, await asExpert(request)(tx), { view, limit, cursor, text }, publicUrl),
        )
        return { ...found, paging: { limit, nextCursor } }
      },
    })
  }
