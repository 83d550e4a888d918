import { CategorySettingsView, CategoryView, limits, Paging, questionTypes } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { changeCategory, createCategory, findCategory, listCategories } from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { administer, uuidOf } from '../../administer.ts'
import type { RouteContext } from '../../context.ts'
import { answers } from '../../http/answers.ts'
import { principalOf } from '../../http/request-state.ts'
import { Name, Page, Path, Uuid } from '../fields.ts'

const fields = {
  type: Type.Optional(Type.Enum(questionTypes)),
  isDefault: Type.Optional(
    Type.Boolean({ description: 'true: it takes the place of the default one. false changes nothing.' }),
  ),
  settings: Type.Optional(CategorySettingsView),
}

/** The company's categories and their times, for its admins. */
export const categoryRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate } = context

    app.route({
      ...gate('listCategories'),
      schema: {
        querystring: Page,
        response: answers(Type.Object({ categories: Type.Array(CategoryView), paging: Paging })),
      },
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inCompany(db, companyId, (tx) => listCategories(tx, companyId, { limit, cursor }))
        return { categories: found.categories, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...gate('createCategory'),
      schema: {
        body: Type.Object({ name: Name('Unique in the company.'), ...fields }),
        response: answers(CategoryView, 201),
      },
      handler: (request, reply) =>
        administer(context, request, reply, {
          action: 'category_created',
          status: 201,
          work: async (tx, companyId) => {
            const { categoryId } = await createCategory(tx, { ...request.body, companyId })
            return findCategory(tx, companyId, categoryId)
          },
        }),
    })

    app.route({
      ...gate('updateCategory'),
      schema: {
        params: Path,
        body: Type.Object({
          uuid: Type.Optional(Uuid),
          name: Type.Optional(Name('Unique in the company.')),
          ...fields,
        }),
        response: answers(CategoryView),
      },
      handler: (request, reply) => {
        const categoryId = uuidOf(request)
        const { name, type, isDefault, settings } = request.body
        return administer(context, request, reply, {
          action: 'category_updated',
          work: async (tx, companyId) => {
            await changeCategory(tx, companyId, categoryId, { name, type, isDefault: isDefault || undefined, settings })
            return findCategory(tx, companyId, categoryId)
          },
        })
      },
    })
  }
