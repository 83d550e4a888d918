import {
  limits,
  ModelComparisonView,
  ModelDetailView,
  ModelView,
  Paging,
  replaceRules,
  TrainingSettingsView,
} from '@askline/contracts'
import { inCompany } from '@askline/db'
import {
  changeTrainingSettings,
  compareModels,
  findModel,
  findTrainingSettings,
  listModels,
  pinModel,
  rollBackModel,
  unpinModel,
} from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { administer, uuidOf } from '../../administer.ts'
import type { RouteContext } from '../../context.ts'
import { answers } from '../../http/answers.ts'
import { principalOf } from '../../http/request-state.ts'
import { Page, Path, Uuid } from '../fields.ts'

const Named = Type.Object({ uuid: Type.Optional(Uuid) })

/** The versions of the company's classifier, and how its models learn, for its admins. */
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

    for (const [name, action, work] of [
      ['pinModel', 'model_pinned', pinModel],
      ['unpinModel', 'model_unpinned', unpinModel],
    ] as const) {
      app.route({
        ...gate(name),
        schema: { params: Path, body: Named, response: answers(ModelView) },
        handler: (request, reply) => {
          const modelId = uuidOf(request)
          return administer(context, request, reply, { action, work: (tx, companyId) => work(tx, companyId, modelId) })
        },
      })
    }

    app.route({
      ...gate('rollBackModel'),
      schema: {
        body: Type.Object({
          uuid: Type.Optional(
            Type.String({ ...Uuid, description: 'The version to go back from: it must be the running one.' }),
          ),
        }),
        response: answers(ModelView),
      },
      handler: (request, reply) =>
        administer(context, request, reply, {
          action: 'model_rolled_back',
          work: (tx, companyId) => rollBackModel(tx, companyId, request.body.uuid?.toLowerCase()),
        }),
    })

    app.route({
      ...gate('getTraining'),
      schema: { response: answers(TrainingSettingsView) },
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => findTrainingSettings(tx, companyId))
      },
    })

    app.route({
      ...gate('updateTraining'),
      schema: {
        body: Type.Object({
          replace: Type.Optional(Type.Enum(replaceRules)),
          tolerance: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
          learnAnswers: Type.Optional(Type.Boolean()),
          bytesPerDay: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 40 })),
        }),
        response: answers(TrainingSettingsView),
      },
      handler: (request, reply) =>
        administer(context, request, reply, {
          action: 'training_changed',
          // The company's row is out of its own role's reach to change.
          inEveryCompany: true,
          work: async (tx, companyId) => {
            const { replace, tolerance, learnAnswers, bytesPerDay } = request.body
            const settings = await changeTrainingSettings(tx, companyId, {
              replace,
              tolerance,
              learnAnswers,
              bytesPerDay,
            })
            return { ...settings, uuid: companyId }
          },
        }),
    })
  }
