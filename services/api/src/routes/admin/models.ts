import {
  limits,
  ModelComparisonView,
  ModelDetailView,
  ModelView,
  Paging,
  TrainingChanges,
  VersionedTrainingSettingsView,
} from '@askline/contracts'
import { inCompany } from '@askline/db'
import { changeTrainingSettings, findTrainingSettings } from '@askline/domain/learning/training-settings'
import {
  compareModels,
  findModel,
  listModels,
  pinModel,
  removeModel,
  rollBackModel,
  unpinModel,
} from '@askline/learning/training/model-versions'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../../act.ts'
import { asAdmin } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { principalOf } from '../../http/request-state.ts'
import { answers, Done } from '../../http/response-schema.ts'
import { uuidOf } from '../../repeated-ids.ts'
import { sendVersioned, versionOfRow, withVersion } from '../../versions.ts'
import { Page, Path, Uuid } from '../fields.ts'

const Named = Type.Object({ uuid: Type.Optional(Uuid) })

/** Routes of classifier versions and training settings, for admins. */
export const modelRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate } = context

    app.route({
      ...gate('listModels'),
      schema: {
        querystring: Page,
        response: answers(Type.Object({ models: Type.Array(ModelView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inCompany(db, companyId, (tx) => listModels(tx, companyId, { limit, cursor }))
        return { models: found.models, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...gate('getModel'),
      schema: { params: Path, response: answers(ModelDetailView) },
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => findModel(tx, companyId, request.params.uuid.toLowerCase()))
      },
    })

    app.route({
      ...gate('compareModels'),
      schema: {
        params: Path,
        querystring: Type.Object({ with: Type.Optional(Uuid) }),
        response: answers(ModelComparisonView),
      },
      handler: (request) => {
        const { companyId } = principalOf(request)
        const [uuid, other] = [request.params.uuid.toLowerCase(), request.query.with?.toLowerCase()]
        return inCompany(db, companyId, (tx) => compareModels(tx, companyId, uuid, other))
      },
    })

    for (const [name, audit, change] of [
      ['pinModel', 'model_pinned', pinModel],
      ['unpinModel', 'model_unpinned', unpinModel],
    ] as const) {
      app.route({
        ...gate(name),
        schema: { params: Path, body: Named, response: answers(ModelView) },
        handler: (request, reply) => {
          const modelId = uuidOf(request)
          return act(context, request, reply, {
            by: asAdmin(request),
            audit,
            work: (tx, { companyId }) => change(tx, companyId, modelId),
          })
        },
      })
    }

    app.route({
      ...gate('rollBackModel'),
      schema: {
        body: Type.Object({
          uuid: Type.Optional(Type.String({ ...Uuid, description: 'The uuid of the running version.' })),
        }),
        response: answers(ModelView),
      },
      handler: (request, reply) =>
        act(context, request, reply, {
          by: asAdmin(request),
          audit: 'model_rolled_back',
          work: (tx, { companyId }) => rollBackModel(tx, companyId, request.body.uuid?.toLowerCase()),
        }),
    })

    app.route({
      ...gate('removeModel'),
      schema: { params: Path, body: Named, response: answers(Done) },
      handler: (request, reply) => {
        const modelId = uuidOf(request)
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'model_removed',
          work: async (tx, { companyId }) => {
            await removeModel(tx, companyId, modelId)
            return { uuid: modelId }
          },
        })
      },
    })

    app.route({
      ...gate('getTraining'),
      schema: { response: answers(VersionedTrainingSettingsView) },
      handler: async (request, reply) => {
        const { companyId } = principalOf(request)
        const view = await inCompany(db, companyId, (tx) => findTrainingSettings(tx, companyId))
        return sendVersioned(request, reply, withVersion('training', view))
      },
    })

    app.route({
      ...gate('updateTraining'),
      schema: {
        body: TrainingChanges,
        response: answers(VersionedTrainingSettingsView),
      },
      handler: (request, reply) =>
        act(context, request, reply, {
          by: asAdmin(request),
          audit: 'training_changed',
          version: versionOfRow('training', principalOf(request).companyId, (tx, { companyId }) =>
            findTrainingSettings(tx, companyId),
          ),
          // The company's own role may not change its row.
          inEveryCompany: true,
          work: async (tx, { companyId }) => {
            const { replace, tolerance, learnAnswers, bytesPerDay } = request.body
            const settings = await changeTrainingSettings(tx, companyId, {
              replace,
              tolerance,
              learnAnswers,
              bytesPerDay,
            })
            return { ...withVersion('training', settings), uuid: companyId }
          },
        }),
    })
  }
