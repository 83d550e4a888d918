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
import { forAdmins } from '../../http/callers.ts'
import { exampleUuid } from '../../http/example-values.ts'
import { principalOf } from '../../http/request-state.ts'
import { Done } from '../../http/response-schema.ts'
import { uuidOf } from '../../repeated-ids.ts'
import { sendVersioned, versionOfRow, withVersion } from '../../versions.ts'
import { Named, Page, Uuid } from '../fields.ts'

/** Routes of classifier versions and training settings, for admins. */
export const modelRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint } = context

    app.route({
      ...endpoint({
        name: 'listModels',
        method: 'GET',
        path: '/admin/models',
        ...forAdmins,
        summary: 'List versions of the classifier, newest first',
        query: Page,
        answer: Type.Object({ models: Type.Array(ModelView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inCompany(db, companyId, (tx) => listModels(tx, companyId, { limit, cursor }))
        return { models: found.models, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'getModel',
        method: 'GET',
        path: '/admin/models/:uuid',
        of: 'model',
        ...forAdmins,
        summary: 'Return a version of the classifier with precision and recall by class, and its confused pairs',
        answer: ModelDetailView,
        errors: {},
      }),
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => findModel(tx, companyId, request.params.uuid.toLowerCase()))
      },
    })

    app.route({
      ...endpoint({
        name: 'compareModels',
        method: 'GET',
        path: '/admin/models/:uuid/compare',
        of: 'model',
        ...forAdmins,
        summary: 'Compare two versions of the classifier class by class',
        query: Type.Object({
          with: Type.Optional(
            Type.String({ ...Uuid, description: 'The version to compare with. By default, the running one.' }),
          ),
        }),
        answer: ModelComparisonView,
        errors: {},
      }),
      handler: (request) => {
        const { companyId } = principalOf(request)
        const [uuid, other] = [request.params.uuid.toLowerCase(), request.query.with?.toLowerCase()]
        return inCompany(db, companyId, (tx) => compareModels(tx, companyId, uuid, other))
      },
    })

    const pins = [
      {
        audit: 'model_pinned',
        change: pinModel,
        name: 'pinModel',
        path: '/admin/models/:uuid/pin',
        summary: 'Run a version of the classifier and pin it',
        errors: { 400: ['model_stale'] },
      },
      {
        audit: 'model_unpinned',
        change: unpinModel,
        name: 'unpinModel',
        path: '/admin/models/:uuid/unpin',
        summary: 'Unpin a version of the classifier, so that training may replace it',
        errors: {},
      },
    ] as const
    for (const { audit, change, ...described } of pins) {
      app.route({
        ...endpoint({ ...described, ...forAdmins, method: 'POST', of: 'model', body: Named, answer: ModelView }),
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
      ...endpoint({
        name: 'rollBackModel',
        method: 'POST',
        path: '/admin/models/rollback',
        ...forAdmins,
        summary: 'Roll back to the previous version of the classifier and pin it',
        body: Type.Object({
          uuid: Type.Optional(Type.String({ ...Uuid, description: 'The uuid of the running version.' })),
        }),
        answer: ModelView,
        errors: { 400: ['no_earlier_model', 'model_not_running', 'model_stale'] },
        sample: { shown: { uuid: exampleUuid } },
      }),
      handler: (request, reply) =>
        act(context, request, reply, {
          by: asAdmin(request),
          audit: 'model_rolled_back',
          work: (tx, { companyId }) => rollBackModel(tx, companyId, request.body.uuid?.toLowerCase()),
        }),
    })

    app.route({
      ...endpoint({
        name: 'removeModel',
        method: 'POST',
        path: '/admin/models/:uuid/remove',
        of: 'model',
        ...forAdmins,
        summary: 'Remove a version of the classifier that is not running, with its training data',
        body: Named,
        answer: Done,
        errors: { 400: ['model_running'] },
      }),
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
      ...endpoint({
        name: 'getTraining',
        method: 'GET',
        path: '/admin/training',
        ...forAdmins,
        summary: 'Return the training settings',
        versioned: true,
        answer: VersionedTrainingSettingsView,
        errors: {},
      }),
      handler: async (request, reply) => {
        const { companyId } = principalOf(request)
        const view = await inCompany(db, companyId, (tx) => findTrainingSettings(tx, companyId))
        return sendVersioned(request, reply, withVersion('training', view))
      },
    })

    app.route({
      ...endpoint({
        name: 'updateTraining',
        method: 'PUT',
        path: '/admin/training',
        ...forAdmins,
        summary: 'Change the training settings',
        body: TrainingChanges,
        answer: VersionedTrainingSettingsView,
        errors: {},
        sample: { shown: { replace: 'NOT_WORSE', tolerance: 0.02 } },
      }),
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
