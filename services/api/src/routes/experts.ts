import { availabilities, ExpertProfileView, InboxQuestionView, limits, Paging } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { findExpertProfile, listInbox, updateExpertProfile } from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../act.ts'
import { asExpert } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { answers } from '../http/answers.ts'
import { principalOf } from '../http/request-state.ts'
import { namePattern } from '../http/validation.ts'
import { Name, pageFields } from './fields.ts'

// What RFC 3986 leaves out of addresses, too: a page may put one between quotation marks.
const httpsUrl = namePattern('^https://[^\\s"<>\\\\^`{|}]+$', 'https', 'is not an https address')
const timeOfDay = namePattern('^([01]\\d|2[0-3]):[0-5]\\d$', 'time', 'is not a time of the form hh:mm')
const languageCode = namePattern('^[a-z]{2}$', 'language', 'is not an ISO 639-1 code, as en or es')

const TimeZone = Type.Refine(
  Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Berlin'] }),
  (name) => isTimeZone(name),
  () => 'timeZone: is not the name of a time zone',
)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const TimeOfDay = Type.String({ pattern: timeOfDay, examples: ['09:00'] })
const CalendarDate = Type.String({ format: 'date', maxLength: 10 })

const WorkingHours = Type.Object({
  timeZone: TimeZone,
  days: Type.Array(
    Type.Object({
      day: Type.Integer({ minimum: 0, maximum: 7, description: '1 is Monday; 7 and 0 are Sunday.' }),
      from: TimeOfDay,
      to: TimeOfDay,
    }),
    { maxItems: 50, description: 'Shifts. One that ends at or before its beginning ends on the next day.' },
  ),
  holidays: Type.Optional(
    Type.Array(CalendarDate, {
      maxItems: 1_000,
      description: 'Dates whose shifts fall away.',
      examples: [['2026-12-25']],
    }),
  ),
})

/** What may be changed of an expert, by themselves or by an admin. */
export const ExpertFields = {
  name: Type.Optional(Name('Shown to askers.')),
  avatarUrl: Type.Optional(
    Type.String({ maxLength: 2_000, pattern: httpsUrl, description: 'Kept as text, never fetched.' }),
  ),
  availability: Type.Optional(Type.Enum(availabilities)),
  capacity: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
  languages: Type.Optional(Type.Array(Type.String({ pattern: languageCode }), { minItems: 1, maxItems: 50 })),
  topics: Type.Optional(Type.Array(Name('A topic.'), { maxItems: 200 })),
  workingHours: Type.Optional(
    Type.Union([WorkingHours, Type.Null()], { description: 'null, as with those who never named any: at any hour.' }),
  ),
}
const Changes = Type.Object(ExpertFields)

const inboxViews = ['offered', 'claimed', 'answered'] as const

/** An expert's own profile and inbox. */
export const expertRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate } = context
    const { publicUrl } = context.config

    app.route({
      ...gate('getExpertProfile'),
      schema: { response: answers(ExpertProfileView) },
      handler: (request) =>
        inCompany(db, principalOf(request).companyId, async (tx) =>
          findExpertProfile(tx, await asExpert(request)(tx), publicUrl),
        ),
    })

    app.route({
      ...gate('updateExpertProfile'),
      schema: { body: Changes, response: answers(ExpertProfileView) },
      handler: (request, reply) =>
        act(context, request, reply, {
          by: asExpert(request),
          work: (tx, expert) => updateExpertProfile(tx, expert, request.body, publicUrl),
        }),
    })

    app.route({
      ...gate('getInbox'),
      schema: {
        querystring: Type.Object({ ...pageFields, view: Type.Optional(Type.Enum(inboxViews, { default: 'offered' })) }),
        response: answers(Type.Object({ questions: Type.Array(InboxQuestionView), paging: Paging })),
      },
      handler: async (request) => {
        const { view = 'offered', limit = limits.pageSize, cursor } = request.query
        const found = await inCompany(db, principalOf(request).companyId, async (tx) =>
          listInbox(tx, await asExpert(request)(tx), { view, limit, cursor }, publicUrl),
        )
        return { questions: found.questions, paging: { limit, nextCursor: found.nextCursor } }
      },
    })
  }
