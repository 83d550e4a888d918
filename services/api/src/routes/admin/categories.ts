import { CategorySettingsView, limits, Paging, questionTypes, VersionedCategoryView } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { changeCategory, findCategory, listCategories } from '@askline/domain/administration/categories'
import { createCategory } from '@askline/domain/companies/create-category'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../../act.ts'
import { asAdmin } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { principalOf } from '../../http/request-state.ts'
import { uuidOf } from '../../repeated-ids.ts'
import { sendVersioned, versionOfRow, withVersion } from '../../versions.ts'
import { Name, Named, Page } from '../fields.ts'

const fields = {
  type: Type.Optional(Type.Enum(questionTypes)),
  isDefault: Type.Optional(Type.Boolean({ description: 'true makes it the default category; false has no effect.' })),
  settings: Type.Optional(CategorySettingsView),
}

/** Routes of the company's categories, for admins. */
export const categoryRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint } = context

    app.route({
      ...endpoint({
        name: 'listCategories',
        method: 'GET',
        path: '/admin/categories',
        ...forAdmins,
        summary: "List the company's categories",
        query: Page,
        answer: Type.Object({ categories: Type.Array(VersionedCategoryView), paging: Paging }),
        errors: {},
      }),
      handler: async (request) => {
        const { companyId } = principalOf(request)
        const { limit = limits.pageSize, cursor } = request.query
        const found = await inCompany(db, companyId, (tx) => listCategories(tx, companyId, { limit, cursor }))
        const categories = found.categories.map((category) => withVersion('category', category))
        return { categories, paging: { limit, nextCursor: found.nextCursor } }
      },
    })

    app.route({
      ...endpoint({
        name: 'getCategory',
        method: 'GET',
        path: '/admin/categories/:uuid',
        of: 'category',
        ...forAdmins,
        summary: 'Return a category',
        versioned: true,
        answer: VersionedCategoryView,
        errors: {},
      }),
      handler: async (request, reply) => {
        const { companyId } = principalOf(request)
        const categoryId = request.params.uuid.toLowerCase()
        const category = await inCompany(db, companyId, (tx) => findCategory(tx, companyId, categoryId))
        return sendVersioned(request, reply, withVersion('category', category))
      },
    })

    app.route({
      ...endpoint({
        name: 'createCategory',
        method: 'POST',
        path: '/admin/categories',
        ...forAdmins,
        summary: 'Add a category',
        body: Type.Object({ name: Name('The name, unique in the company.', 'Loans'), ...fields }),
        answer: VersionedCategoryView,
        status: 201,
        errors: { 400: ['name_invalid', 'category_name_taken', 'requirements_invalid'] },
        sample: { body: { name: 'Loans' } },
      }),
      handler: (request, reply) =>
        act(context, request, reply, {
          by: asAdmin(request),
          audit: 'category_created',
          status: 201,
          work: async (tx, { companyId }) => {
            const { categoryId } = await createCategory(tx, { ...request.body, companyId })
            return withVersion('category', await findCategory(tx, companyId, categoryId))
          },
        }),
    })

    app.route({
      ...endpoint({
        name: 'updateCategory',
        method: 'PUT',
        path: '/admin/categories/:uuid',
        of: 'category',
        ...forAdmins,
        summary: 'Change a category',
        body: Type.Object({
          ...Named.properties,
          name: Type.Optional(Name('The name, unique in the company.', 'Loans')),
          ...fields,
        }),
        answer: VersionedCategoryView,
        errors: { 400: ['name_invalid', 'category_name_taken', 'requirements_invalid'] },
        sample: { shown: { name: 'Loans', settings: { offerMs: 60_000 } } },
      }),
      handler: (request, reply) => {
        const categoryId = uuidOf(request)
        const { name, type, isDefault, settings } = request.body
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'category_updated',
          version: versionOfRow('category', categoryId, (tx, { companyId }) => findCategory(tx, companyId, categoryId)),
          work: async (tx, { companyId }) => {
            await changeCategory(tx, companyId, categoryId, { name, type, isDefault: isDefault || undefined, settings })
            return withVersion('category', await findCategory(tx, companyId, categoryId))
          },
        })
      },
    })
  }
