import { limits, NoteView, Paging } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { addNote, listNotes, viewNote } from '@askline/domain/questions/notes'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../act.ts'
import { asExpertOrAgent } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { principalOf } from '../http/request-state.ts'
import { answers } from '../http/response-schema.ts'
import { questionIdOf } from '../repeated-ids.ts'
import { Page, Path, repeatedIds, Text } from './fields.ts'

/** Routes of internal notes: experts and agents of a question list and add them. */
export const noteRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate } = context
    const { publicUrl } = context.config

    app.route({
      ...gate('listNotes'),
      schema: {
        params: Path,
        querystring: Page,
        response: answers(Type.Object({ notes: Type.Array(NoteView), paging: Paging })),
      },
      handler: async (request) => {
        const { limit = limits.pageSize, cursor } = request.query
        const questionId = request.params.uuid.toLowerCase()
        const found = await inCompany(db, principalOf(request).companyId, async (tx) =>
          listNotes(tx, await asExpertOrAgent(request)(tx), { questionId, limit, cursor }, publicUrl),
        )
        return { notes: found.notes, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...gate('addNote'),
      schema: {
        params: Path,
        body: Type.Object({ ...repeatedIds, text: Text }),
        response: answers(NoteView, 201),
      },
      handler: (request, reply) => {
        const questionId = questionIdOf(request)
        return act(context, request, reply, {
          status: 201,
          by: asExpertOrAgent(request),
          work: async (tx, actor) => {
            const { noteId } = await addNote(tx, actor, { questionId, text: request.body.text })
            return viewNote(tx, actor, { questionId, noteId }, publicUrl)
          },
        })
      },
    })
  }
