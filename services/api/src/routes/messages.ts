import { limits, MessageView, Paging, QuestionView } from '@askline/contracts'
import { inCompany, readCompany } from '@askline/db'
import { findQuestionOf } from '@askline/domain/access/question-of'
import { NotFoundError } from '@askline/domain/errors'
import { findPerson } from '@askline/domain/people/find-person'
import { addMessage } from '@askline/domain/questions/add-message'
import { lengthAfter } from '@askline/domain/questions/conversation-limit'
import { editMessage } from '@askline/domain/questions/edit'
import { reviewMarkAsResolved } from '@askline/domain/questions/settle'
import { mustSee, viewOwnMessage, viewQuestion } from '@askline/domain/views/find'
import { listMessages } from '@askline/domain/views/list'
import { previewHtml } from '@askline/domain/views/preview'
import { viewAddedMessage } from '@askline/domain/views/written'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act, idempotencyKeyOf } from '../act.ts'
import { actOnQuestion } from '../act-on-question.ts'
import { asAsker, asAskerOrExpert, asAuthor, nobody, readerOf } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { warnOfLength } from '../conversation-warning.ts'
import { forReaders, forWriters } from '../http/callers.ts'
import { exampleText, exampleUuid } from '../http/example-values.ts'
import { moved, movedByExpert } from '../http/refusals.ts'
import { requiredField } from '../http/request-faults.ts'
import { principalOf } from '../http/request-state.ts'
import { assertAgrees } from '../repeated-ids.ts'
import { versionOfMessage } from '../versions.ts'
import {
  Email,
  ExternalIdText,
  externalIdFields,
  LastChecked,
  Metadata,
  pageFields,
  readDate,
  repeatedIds,
  Slug,
  Text,
  Uuid,
  userEmail,
} from './fields.ts'

const Add = Type.Object({
  ...userEmail,
  ...externalIdFields,
  questionUuid: Type.Optional(Uuid),
  responseUuid: Type.Optional(Uuid),
  text: Text,
  metadata: Type.Optional(Metadata),
  fence: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: 'The fence of the claim, for an expert. See `claim.fence` of the question.',
    }),
  ),
})

const Edit = Type.Object(
  {
    userEmail: Type.Optional(
      Email('The e-mail address of the author if it is a user. An integration must send this or `agentEmail`.'),
    ),
    agentEmail: Type.Optional(
      Email('The e-mail address of the author if it is an agent. Requires the scope `agent`.', 'dora@example.com'),
    ),
    ...repeatedIds,
    text: Text,
    metadata: Type.Optional(Metadata),
  },
  { examples: [{ userEmail: 'ada@example.com', text: 'How do I reset my card PIN?' }] },
)

const List = Type.Object({
  ...pageFields,
  questionUuid: Type.Optional(Uuid),
  responseUuid: Type.Optional(Uuid),
  'externalId.id': Type.Optional(ExternalIdText),
  'externalId.system': Type.Optional(Slug('The public id of the system of the external id.')),
  userEmail: Type.Optional(Email('Returns only messages of questions of this user.')),
  lastChecked: Type.Optional(LastChecked),
})

/** Routes of messages: add, list, edit, and answer a mark-as-resolved prompt by its uuid. */
export const messageRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint, externalIds } = context
    const { publicUrl } = context.config

    app.route({
      ...endpoint({
        name: 'addMessage',
        method: 'POST',
        path: '/messages',
        ...forWriters,
        summary: 'Add a message',
        body: Add,
        answer: MessageView,
        status: 201,
        errors: {
          400: [...movedByExpert, 'conversation_full', 'question_mismatch', 'question_required', 'respond_first'],
          403: ['blocked'],
          404: ['question_not_found', 'response_not_found'],
        },
        sample: {
          body: { text: exampleText, questionUuid: exampleUuid },
          shown: { text: 'My card is blocked, too.' },
        },
      }),
      handler: async (request, reply) => {
        const { body } = request
        const questionId = body.questionUuid?.toLowerCase()
        const responseId = body.responseUuid?.toLowerCase()
        const part = responseId !== undefined ? { responseId } : questionId !== undefined ? { questionId } : undefined
        if (!part) throw requiredField('questionUuid', 'Send this or `responseUuid`.')
        const ids = await externalIds(principalOf(request), body)
        const { text, metadata, fence } = body
        return actOnQuestion(context, request, reply, {
          status: 201,
          by: asAskerOrExpert(request, body, part),
          change: (author) => addMessage(author, { questionId, responseId, text, metadata, fence, externalIds: ids }),
          shows: (done, author) => {
            warnOfLength(request, lengthAfter(done.facts))
            return { is: 'written', view: () => viewAddedMessage(done, author, publicUrl) }
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'listMessages',
        method: 'GET',
        path: '/messages',
        ...forReaders,
        summary: 'List messages',
        query: List,
        answer: Type.Object({ messages: Type.Array(MessageView), paging: Paging }),
        errors: { 404: ['question_not_found', 'response_not_found'] },
      }),
      handler: async (request) => {
        const me = principalOf(request)
        const { query } = request
        const limit = query.limit ?? limits.pageSize
        const filter = {
          questionId: query.questionUuid,
          responseId: query.responseUuid,
          externalId: { id: query['externalId.id'], system: query['externalId.system'] },
          lastChecked: query.lastChecked === undefined ? undefined : readDate(query.lastChecked, 'query.lastChecked'),
          limit,
          cursor: query.cursor,
        }
        const found = await inCompany(db, me.companyId, async (tx) => {
          if (me.kind !== 'integration') await asAsker(request, query)(tx)
          const person = query.userEmail && (await findPerson(tx, me.companyId, query.userEmail))
          const askerId = person ? person.userId : undefined
          const reader = readerOf(request, '')
          const isNobodys = query.userEmail !== undefined && !person
          const listed = isNobodys
            ? { messages: [], nextCursor: null }
            : await listMessages(tx, reader, { ...filter, askerId }, publicUrl)
          const isNamed = filter.questionId !== undefined || filter.responseId !== undefined
          // An empty list of a question that the caller may not see is 404.
          if (isNamed && listed.messages.length === 0)
            await mustSee(tx, reader, { ...filter, askerId: isNobodys ? nobody : askerId })
          return listed
        })
        return { messages: found.messages, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'previewText',
        method: 'POST',
        path: '/previews',
        ...forWriters,
        summary: 'Render a text as HTML like a message, without storing it',
        body: Type.Object({ text: Text }),
        answer: Type.Object({ bodyHtml: Type.String({ description: 'The text rendered as HTML without scripts.' }) }),
        errors: {},
        sample: { body: { text: exampleText } },
      }),
      handler: async (request) => {
        // Nothing is created, so a repeated request is rendered again. The key must still be valid.
        idempotencyKeyOf(request)
        const { companyId } = principalOf(request)
        const { text } = request.body
        return { bodyHtml: await readCompany(db, companyId, (tx) => previewHtml(tx, companyId, text)) }
      },
    })

    app.route({
      ...endpoint({
        name: 'editMessage',
        method: 'PUT',
        path: '/messages/:uuid',
        of: 'message',
        ...forWriters,
        summary: 'Change the text of a message',
        comparedWith: 'It is compared with the ETag of the question, because a message has no version.',
        body: Edit,
        answer: MessageView,
        errors: { 400: moved, 403: ['forbidden', 'blocked'] },
        sample: { body: { text: exampleText } },
      }),
      handler: (request, reply) => {
        const { params, body } = request
        const messageId = params.uuid.toLowerCase()
        assertAgrees('uuid', body.uuid, messageId)
        return act(context, request, reply, {
          by: asAuthor(request, body, messageId),
          version: versionOfMessage(messageId),
          work: async (tx, author) => {
            const { questionId } = await editMessage(tx, author, {
              messageId,
              text: body.text,
              metadata: body.metadata,
            })
            assertAgrees('questionUuid', body.questionUuid, questionId)
            return viewOwnMessage(tx, author, { questionId, messageId }, publicUrl)
          },
        })
      },
    })

    app.route({
      ...endpoint({
        name: 'confirmMarkAsResolved',
        method: 'POST',
        path: '/messages/:uuid/markAsResolved',
        of: 'message',
        ...forWriters,
        summary: 'Approve or reject a mark-as-resolved, by the uuid of its message',
        asAsker: true,
        body: Type.Object({ ...userEmail, ...repeatedIds, confirm: Type.Boolean() }),
        answer: QuestionView,
        errors: { 400: [...moved, 'no_prompt_open'], 403: ['blocked'] },
        sample: { body: { confirm: true } },
      }),
      handler: (request, reply) => {
        const { params, body } = request
        const messageId = params.uuid.toLowerCase()
        assertAgrees('uuid', body.uuid, messageId)
        return act(context, request, reply, {
          by: asAsker(request, body),
          work: async (tx, asker) => {
            const named = body.questionUuid?.toLowerCase()
            // A prompt is deleted by the move that settles it. The named question then tells what happened.
            const found =
              (await findQuestionOf(tx, { messageId })) ?? (named && (await findQuestionOf(tx, { questionId: named })))
            if (!found || found.askerId !== asker.userId) throw new NotFoundError('message', messageId)
            const { questionId } = found
            assertAgrees('questionUuid', named, questionId)
            await reviewMarkAsResolved(tx, asker, { questionId, confirm: body.confirm, messageId })
            return viewQuestion(tx, asker, questionId, publicUrl)
          },
        })
      },
    })
  }
