import { limits, VersionedDraftView } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { findDraft, saveDraft } from '@askline/domain/replies/drafts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../act.ts'
import { asExpertOrAgent } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { forReaders, forWriters, staff } from '../http/callers.ts'
import { exampleText } from '../http/example-values.ts'
import { principalOf } from '../http/request-state.ts'
import { questionIdOf } from '../repeated-ids.ts'
import { withVersion } from '../versions.ts'
import { repeatedIds } from './fields.ts'

/** Routes of drafts: the unsent text of an expert or agent for one question, on all their devices. */
export const draftRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint } = context

    app.route({
      ...endpoint({
        name: 'getDraft',
        method: 'GET',
        path: '/me/drafts/:uuid',
        of: 'question',
        ...forReaders,
        callers: staff,
        summary: "Return the caller's draft for a question",
        answer: VersionedDraftView,
        errors: {},
      }),
      handler: async (request) => {
        const questionId = request.params.uuid.toLowerCase()
        return inCompany(db, principalOf(request).companyId, async (tx) =>
          withVersion('draft', await findDraft(tx, await asExpertOrAgent(request)(tx), questionId)),
        )
      },
    })

    app.route({
      ...endpoint({
        name: 'saveDraft',
        method: 'PUT',
        path: '/me/drafts/:uuid',
        of: 'question',
        ...forWriters,
        callers: staff,
        summary: "Store the caller's draft for a question",
        description:
          'An empty text deletes the draft. Send the version that you last read as `If-Match`. 412 means that the draft was changed on another device.',
        body: Type.Object({
          ...repeatedIds,
          text: Type.String({
            maxLength: limits.textLength,
            description: 'The text of the draft. An empty text deletes the draft.',
          }),
        }),
        answer: VersionedDraftView,
        errors: {},
        sample: { body: { text: exampleText } },
      }),
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        return act(context, request, reply, {
          by: asExpertOrAgent(request),
          version: async (tx, actor) => withVersion('draft', await findDraft(tx, actor, questionId)).version,
          work: async (tx, actor) => {
            await saveDraft(tx, actor, { questionId, text: request.body.text })
            return withVersion('draft', await findDraft(tx, actor, questionId))
          },
        })
      },
    })
  }
