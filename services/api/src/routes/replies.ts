import { limits, Paging, replyOwners, VersionedReplyView } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { addReply, changeReply, findReply, listReplies, removeReply } from '@askline/domain/replies/replies'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../act.ts'
import { asExpertOrAgent, type StaffActor } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { forReaders, forWriters, staff } from '../http/callers.ts'
import { exampleAnswer, exampleText } from '../http/example-values.ts'
import { principalOf } from '../http/request-state.ts'
import { Done } from '../http/response-schema.ts'
import { namePattern } from '../http/validation.ts'
import { uuidOf } from '../repeated-ids.ts'
import { versionOfRow, withVersion } from '../versions.ts'
import { Named, Page, Subject, Text } from './fields.ts'

const Title = Subject('The name of the reply in lists.', 'Reset a PIN')
const Shortcut = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: namePattern('^[\\p{L}\\p{N}_-]+$', 'shortcut', 'may contain only letters, digits, `-` and `_`'),
  description: 'The text that a person types to find the reply.',
  examples: ['pin'],
})
const Shown = Type.Union([Shortcut, Type.Null()])

/** Routes of saved replies: experts and agents manage their own, admins also those of the company. */
export const replyRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint } = context

    app.route({
      ...endpoint({
        name: 'listReplies',
        method: 'GET',
        path: '/replies',
        ...forReaders,
        callers: staff,
        summary: 'List the saved replies of the caller and of the company',
        query: Page,
        answer: Type.Object({ replies: Type.Array(VersionedReplyView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inCompany(db, principalOf(request).companyId, async (tx) =>
          listReplies(tx, await asExpertOrAgent(request)(tx), { limit, cursor }),
        )
        const replies = found.replies.map((reply) => withVersion('reply', reply))
        return { replies, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'createReply',
        method: 'POST',
        path: '/replies',
        ...forWriters,
        callers: staff,
        summary: 'Add a saved reply',
        body: Type.Object({
          title: Title,
          shortcut: Type.Optional(Shown),
          text: Text,
          owner: Type.Optional(
            Type.Enum(replyOwners, { default: 'ME', description: 'The owner. Only admins may use `COMPANY`.' }),
          ),
        }),
        answer: VersionedReplyView,
        status: 201,
        errors: { 400: ['too_many_replies'], 403: ['forbidden'] },
        sample: {
          body: { title: 'PIN', text: exampleText },
          shown: { title: 'Reset a PIN', shortcut: 'pin', text: exampleAnswer },
        },
      }),
      handler: (request, reply) =>
        act(context, request, reply, {
          status: 201,
          by: asExpertOrAgent(request),
          audit: ({ owner }) => (owner === 'COMPANY' ? 'reply_created' : undefined),
          work: async (tx, actor) => {
            const user = { ...actor, isAdmin: principalOf(request).kind === 'admin' }
            const { replyId } = await addReply(tx, user, { owner: 'ME', ...request.body })
            return withVersion('reply', await findReply(tx, actor, replyId))
          },
        }),
    })

    app.route({
      ...endpoint({
        name: 'updateReply',
        method: 'PUT',
        path: '/replies/:uuid',
        of: 'reply',
        ...forWriters,
        callers: staff,
        summary: 'Change a saved reply',
        body: Type.Object({
          ...Named.properties,
          title: Type.Optional(Title),
          shortcut: Type.Optional(Shown),
          text: Type.Optional(Text),
        }),
        answer: VersionedReplyView,
        errors: { 403: ['forbidden'] },
        sample: { shown: { text: exampleAnswer }, by: 'admin' },
      }),
      handler: (request, reply) => {
        const replyId = uuidOf(request)
        return act(context, request, reply, {
          by: asExpertOrAgent(request),
          audit: ({ owner }) => (owner === 'COMPANY' ? 'reply_updated' : undefined),
          version: versionOfRow('reply', replyId, (tx, actor: StaffActor) => findReply(tx, actor, replyId)),
          work: async (tx, actor) => {
            const user = { ...actor, isAdmin: principalOf(request).kind === 'admin' }
            await changeReply(tx, user, replyId, request.body)
            return withVersion('reply', await findReply(tx, actor, replyId))
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'removeReply',
        method: 'POST',
        path: '/replies/:uuid/remove',
        of: 'reply',
        ...forWriters,
        callers: staff,
        summary: 'Remove a saved reply',
        body: Named,
        answer: Done,
        errors: { 403: ['forbidden'] },
        sample: { by: 'admin' },
      }),
      handler: (request, reply) => {
        const replyId = uuidOf(request)
        return act(context, request, reply, {
          by: asExpertOrAgent(request),
          audit: ({ owner }) => (owner === 'COMPANY' ? 'reply_removed' : undefined),
          work: async (tx, actor) => {
            const user = { ...actor, isAdmin: principalOf(request).kind === 'admin' }
            return { uuid: replyId, owner: await removeReply(tx, user, replyId) }
          },
        })
      },
    })
  }
