import { limits, NoteView, Paging } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { addNote, listNotes, viewNote } from '@askline/domain/questions/notes'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../act.ts'
import { asExpertOrAgent } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { forReaders, forWriters, staff } from '../http/callers.ts'
import { exampleText } from '../http/example-values.ts'
import { principalOf } from '../http/request-state.ts'
import { questionIdOf } from '../repeated-ids.ts'
import { Page, repeatedIds, Text } from './fields.ts'

/** Routes of internal notes: experts and agents of a question list and add them. */
export const noteRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint } = context
    const { publicUrl } = context.config

    app.route({
      ...endpoint({
        name: 'listNotes',
        method: 'GET',
        path: '/questions/:uuid/notes',
        of: 'question',
        ...forReaders,
        callers: staff,
        summary: 'List the internal notes of a question, oldest first',
        description: 'Only the experts and agents of the question see notes. Askers and integrations never see them.',
        query: Page,
        answer: Type.Object({ notes: Type.Array(NoteView), paging: Paging }),
        errors: {},
      }),
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
      ...endpoint({
        name: 'addNote',
        method: 'POST',
        path: '/questions/:uuid/notes',
        of: 'question',
        ...forWriters,
        callers: staff,
        summary: 'Add an internal note for the experts and agents of a question',
        description: 'A note does not change the question, and causes no event.',
        body: Type.Object({ ...repeatedIds, text: Text }),
        answer: NoteView,
        status: 201,
        errors: { 400: ['interaction_not_allowed'] },
        sample: { body: { text: exampleText }, shown: { text: 'The card was replaced last week.' } },
      }),
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
