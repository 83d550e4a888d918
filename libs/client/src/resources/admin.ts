import { type Api, type BodyFor, bodyOf, type CallOptions, dataOf, nextPage, optionsOf, type QueryFor } from '../api.ts'
import { pagesOf } from '../pages.ts'
import type { FileType, TrainingFile } from '../shapes.ts'
import { formOf } from './files.ts'
import { webhooksOf } from './webhooks.ts'

/** Operations of a signed-in admin of the company. Read lists with `for await`. All reject with an AsklineError. */
export function adminOf(api: Api) {
  const at = (uuid: string, options?: CallOptions) => ({ params: { path: { uuid } }, ...optionsOf(options) })
  return {
    experts: {
      list: (query: Omit<QueryFor<'listManagedExperts'>, 'cursor'> = {}, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const { data, meta } = await bodyOf(api.GET('/v1/admin/experts', nextPage(query, cursor, options)))
          return { items: data.experts, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      get: (uuid: string, options?: CallOptions) => dataOf(api.GET('/v1/admin/experts/{uuid}', at(uuid, options))),
      record: (uuid: string, options?: CallOptions) =>
        dataOf(api.GET('/v1/admin/experts/{uuid}/record', at(uuid, options))),
      /** Returns the `invitation`, whose `url` cannot be read again. Null if `invite` is false. */
      create: (expert: BodyFor<'createManagedExpert'>, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/experts', { body: expert, ...optionsOf(options) })),
      update: (uuid: string, changes: BodyFor<'updateManagedExpert'>, options?: CallOptions) =>
        dataOf(api.PUT('/v1/admin/experts/{uuid}', { body: changes, ...at(uuid, options) })),
      deactivate: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/experts/{uuid}/deactivate', { body: {}, ...at(uuid, options) })),
      /** Ends the password and returns `reset`, whose `url` cannot be read again. */
      resetPassword: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/experts/{uuid}/resetPassword', { body: {}, ...at(uuid, options) })),
    },
    /** Agents and admins. To deactivate or reactivate one, use `users.block` and `users.unblock`. */
    staff: {
      list: (query: Omit<QueryFor<'listStaff'>, 'cursor'> = {}, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const { data, meta } = await bodyOf(api.GET('/v1/admin/staff', nextPage(query, cursor, options)))
          return { items: data.staff, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      get: (uuid: string, options?: CallOptions) => dataOf(api.GET('/v1/admin/staff/{uuid}', at(uuid, options))),
      /** Returns the `invitation`, whose `url` cannot be read again. Null if `invite` is false. */
      create: (member: BodyFor<'createStaffMember'>, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/staff', { body: member, ...optionsOf(options) })),
      update: (uuid: string, changes: BodyFor<'updateStaffMember'>, options?: CallOptions) =>
        dataOf(api.PUT('/v1/admin/staff/{uuid}', { body: changes, ...at(uuid, options) })),
      /** Ends the password and returns `reset`, whose `url` cannot be read again. */
      resetPassword: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/staff/{uuid}/resetPassword', { body: {}, ...at(uuid, options) })),
    },
    company: {
      get: (options?: CallOptions) => dataOf(api.GET('/v1/admin/company', optionsOf(options))),
      /** Replaces all settings: those that are left out return to their defaults. */
      update: (changes: BodyFor<'updateCompany'>, options?: CallOptions) =>
        dataOf(api.PUT('/v1/admin/company', { body: changes, ...optionsOf(options) })),
    },
    /** First steps of a new company. */
    start: {
      get: (options?: CallOptions) => dataOf(api.GET('/v1/admin/start', optionsOf(options))),
      dismiss: (options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/start/dismiss', { body: {}, ...optionsOf(options) })),
    },
    categories: {
      list: (query: Omit<QueryFor<'listCategories'>, 'cursor'> = {}, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const { data, meta } = await bodyOf(api.GET('/v1/admin/categories', nextPage(query, cursor, options)))
          return { items: data.categories, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      get: (uuid: string, options?: CallOptions) => dataOf(api.GET('/v1/admin/categories/{uuid}', at(uuid, options))),
      create: (category: BodyFor<'createCategory'>, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/categories', { body: category, ...optionsOf(options) })),
      update: (uuid: string, changes: BodyFor<'updateCategory'>, options?: CallOptions) =>
        dataOf(api.PUT('/v1/admin/categories/{uuid}', { body: changes, ...at(uuid, options) })),
    },
    integrations: {
      list: (query: Omit<QueryFor<'listIntegrations'>, 'cursor'> = {}, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const { data, meta } = await bodyOf(api.GET('/v1/admin/integrations', nextPage(query, cursor, options)))
          return { items: data.integrations, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      get: (uuid: string, options?: CallOptions) => dataOf(api.GET('/v1/admin/integrations/{uuid}', at(uuid, options))),
      /** Returns the `clientSecret`, which cannot be read again. */
      create: (integration: BodyFor<'createIntegration'>, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/integrations', { body: integration, ...optionsOf(options) })),
      update: (uuid: string, changes: BodyFor<'updateIntegration'>, options?: CallOptions) =>
        dataOf(api.PUT('/v1/admin/integrations/{uuid}', { body: changes, ...at(uuid, options) })),
      /** Returns a new `clientSecret`, which cannot be read again. The earlier ones work for `overlapMs` more. */
      rotateSecret: (uuid: string, overlapMs: number, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/integrations/{uuid}/rotateSecret', { body: { overlapMs }, ...at(uuid, options) })),
      /** Changes the scopes and limits of one of its credentials. */
      updateCredential: (uuid: string, changes: BodyFor<'updateIntegrationCredential'>, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/integrations/{uuid}/credentials/update', { body: changes, ...at(uuid, options) })),
      remove: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/integrations/{uuid}/remove', { body: {}, ...at(uuid, options) })),
    },
    /** Credentials with which scripts of an expert, agent or admin obtain tokens. `uuid` is the person. */
    credentials: {
      /** Revoked ones included. */
      list: (uuid: string, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) }
          const { data, meta } = await bodyOf(
            api.GET('/v1/admin/users/{uuid}/credentials', { params: { path: { uuid }, query }, ...optionsOf(options) }),
          )
          return { items: data.credentials, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      /** Returns the `clientSecret`, which cannot be read again. */
      create: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/users/{uuid}/credentials', { body: {}, ...at(uuid, options) })),
      /** Changes the scopes and limits. */
      update: (uuid: string, changes: BodyFor<'updatePersonalCredential'>, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/users/{uuid}/credentials/update', { body: changes, ...at(uuid, options) })),
      revoke: (uuid: string, clientId: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/users/{uuid}/credentials/revoke', { body: { clientId }, ...at(uuid, options) })),
    },
    knowledge: {
      list: (query: Omit<QueryFor<'listKnowledge'>, 'cursor'> = {}, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const { data, meta } = await bodyOf(api.GET('/v1/admin/knowledge', nextPage(query, cursor, options)))
          return { items: data.knowledge, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      get: (uuid: string, options?: CallOptions) => dataOf(api.GET('/v1/admin/knowledge/{uuid}', at(uuid, options))),
      create: (answer: BodyFor<'createKnowledge'>, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/knowledge', { body: answer, ...optionsOf(options) })),
      update: (uuid: string, changes: BodyFor<'updateKnowledge'>, options?: CallOptions) =>
        dataOf(api.PUT('/v1/admin/knowledge/{uuid}', { body: changes, ...at(uuid, options) })),
      remove: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/knowledge/{uuid}/remove', { body: {}, ...at(uuid, options) })),
    },
    /** Reports on automatic answers. */
    answers: {
      precision: (options?: CallOptions) => dataOf(api.GET('/v1/admin/answers/precision', optionsOf(options))),
      /** Groups of similar questions without an answer, the largest first. */
      unanswered: (query: Omit<QueryFor<'listUnanswered'>, 'cursor'> = {}, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const { data, meta } = await bodyOf(api.GET('/v1/admin/answers/unanswered', nextPage(query, cursor, options)))
          return { items: data.unanswered, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      /** Groups of known answers that contradict each other. A page may be empty although more follow. */
      conflicts: (query: Omit<QueryFor<'listAnswerConflicts'>, 'cursor'> = {}, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const { data, meta } = await bodyOf(api.GET('/v1/admin/answers/conflicts', nextPage(query, cursor, options)))
          return { items: data.conflicts, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      rejected: (query: Omit<QueryFor<'listRejectedAnswers'>, 'cursor'> = {}, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const { data, meta } = await bodyOf(api.GET('/v1/admin/answers/rejected', nextPage(query, cursor, options)))
          return { items: data.answers, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      /** Oldest first. */
      stale: (query: Omit<QueryFor<'listStaleAnswers'>, 'cursor'> = {}, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const { data, meta } = await bodyOf(api.GET('/v1/admin/answers/stale', nextPage(query, cursor, options)))
          return { items: data.answers, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
    },
    users: {
      list: (query: Omit<QueryFor<'listUsers'>, 'cursor'> = {}, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const { data, meta } = await bodyOf(api.GET('/v1/admin/users', nextPage(query, cursor, options)))
          return { items: data.users, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      /** Invites an expert, agent or admin again. Returns the `invitation`, whose `url` cannot be read again. */
      invite: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/users/{uuid}/invite', { body: {}, ...at(uuid, options) })),
      block: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/users/{uuid}/block', { body: {}, ...at(uuid, options) })),
      unblock: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/users/{uuid}/unblock', { body: {}, ...at(uuid, options) })),
    },
    /** Sign-ins of people of the company. Ending them needs the scopes that a new password of the person needs. */
    sessions: {
      /** Open ones, the last used first, at most 100. */
      list: async (userUuid: string, options?: CallOptions) =>
        (await dataOf(api.GET('/v1/admin/users/{uuid}/sessions', at(userUuid, options)))).sessions,
      end: (userUuid: string, sessionUuid: string, options?: CallOptions) =>
        dataOf(
          api.POST('/v1/admin/users/{uuid}/sessions/{sessionUuid}/end', {
            body: {},
            params: { path: { uuid: userUuid, sessionUuid } },
            ...optionsOf(options),
          }),
        ),
      endAll: (userUuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/users/{uuid}/sessions/endAll', { body: {}, ...at(userUuid, options) })),
    },
    deadLetters: {
      /** Open ones, or with `isSettled` those that were replayed or discarded. */
      list: (query: Omit<QueryFor<'listDeadLetters'>, 'cursor'> = {}, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const { data, meta } = await bodyOf(api.GET('/v1/admin/dead-letters', nextPage(query, cursor, options)))
          return { items: data.deadLetters, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      replay: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/dead-letters/{uuid}/replay', { body: {}, ...at(uuid, options) })),
      discard: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/dead-letters/{uuid}/discard', { body: {}, ...at(uuid, options) })),
    },
    clock: {
      get: (options?: CallOptions) => dataOf(api.GET('/v1/admin/clock', optionsOf(options))),
      /** Moves a sandbox's clock. Resolves with the progress if the advance takes longer than a request. */
      advance: (advance: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/clock', { body: { advance }, ...optionsOf(options) })),
    },
    training: {
      settings: (options?: CallOptions) => dataOf(api.GET('/v1/admin/training', optionsOf(options))),
      update: (changes: BodyFor<'updateTraining'>, options?: CallOptions) =>
        dataOf(api.PUT('/v1/admin/training', { body: changes, ...optionsOf(options) })),
    },
    files: {
      list: (query: Omit<QueryFor<'listManagedFiles'>, 'cursor'> = {}, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const { data, meta } = await bodyOf(api.GET('/v1/admin/files', nextPage(query, cursor, options)))
          return { items: data.files, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      get: (uuid: string, options?: CallOptions): Promise<TrainingFile> =>
        dataOf(api.GET('/v1/admin/files/{uuid}', at(uuid, options))),
      /** The same as `files.upload` of an integration. */
      upload: (type: FileType, file: Blob, name: string, options?: CallOptions): Promise<TrainingFile> => {
        const bodySerializer = () => formOf(type, file, name)
        return dataOf(
          api.POST('/v1/admin/files', { body: { type, file: name }, bodySerializer, ...optionsOf(options) }),
        )
      },
      /** Removes the file and everything derived from its rows. */
      remove: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/files/{uuid}/remove', { body: {}, ...at(uuid, options) })),
    },
    models: {
      /** Newest first. */
      list: (query: Omit<QueryFor<'listModels'>, 'cursor'> = {}, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const { data, meta } = await bodyOf(api.GET('/v1/admin/models', nextPage(query, cursor, options)))
          return { items: data.models, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      get: (uuid: string, options?: CallOptions) => dataOf(api.GET('/v1/admin/models/{uuid}', at(uuid, options))),
      /** Compares the version with the running one. */
      compare: (uuid: string, options?: CallOptions) =>
        dataOf(api.GET('/v1/admin/models/{uuid}/compare', at(uuid, options))),
      pin: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/models/{uuid}/pin', { body: {}, ...at(uuid, options) })),
      unpin: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/models/{uuid}/unpin', { body: {}, ...at(uuid, options) })),
      /** Removes a version that does not run. */
      remove: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/models/{uuid}/remove', { body: {}, ...at(uuid, options) })),
      /** Runs the version before `uuid`, which must be the running one. */
      rollBack: (uuid: string, options?: CallOptions) =>
        dataOf(api.POST('/v1/admin/models/rollback', { body: { uuid }, ...optionsOf(options) })),
    },
    questions: {
      /** The last changed first. A page may be empty although more follow. */
      search: (query: Omit<QueryFor<'searchQuestions'>, 'cursor'> = {}, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const { data, meta } = await bodyOf(api.GET('/v1/admin/questions', nextPage(query, cursor, options)))
          return { items: data.questions, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      /** Oldest first. */
      events: (uuid: string, options?: CallOptions) =>
        pagesOf(async (cursor) => {
          const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) }
          const { data, meta } = await bodyOf(
            api.GET('/v1/admin/questions/{uuid}/events', { params: { path: { uuid }, query }, ...optionsOf(options) }),
          )
          return { items: data.events, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
        }),
      explainRouting: (uuid: string, options?: CallOptions) =>
        dataOf(api.GET('/v1/admin/questions/{uuid}/routing', at(uuid, options))),
    },
    webhooks: webhooksOf(api),
    live: (options?: CallOptions) => dataOf(api.GET('/v1/admin/live', optionsOf(options))),
    invariants: async (options?: CallOptions) =>
      (await dataOf(api.GET('/v1/admin/invariants', optionsOf(options)))).invariants,
    audit: (query: Omit<QueryFor<'listAudit'>, 'cursor'> = {}, options?: CallOptions) =>
      pagesOf(async (cursor) => {
        const { data, meta } = await bodyOf(api.GET('/v1/admin/audit', nextPage(query, cursor, options)))
        return { items: data.entries, nextCursor: data.paging.nextCursor, serverTime: meta.serverTime }
      }),
    /** Returns the text of a CSV file. */
    auditCsv: (query: QueryFor<'exportAudit'> = {}, options?: CallOptions) =>
      bodyOf(api.GET('/v1/admin/audit/csv', { params: { query }, parseAs: 'text', ...optionsOf(options) })),
  }
}
