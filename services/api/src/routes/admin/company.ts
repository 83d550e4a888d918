import {
  CompanySettingsView,
  colorPattern,
  domainPattern,
  originPattern,
  phrasePattern,
  ratingPattern,
  VersionedCompanyView,
} from '@askline/contracts'
import { inCompany } from '@askline/db'
import { changeCompany, describeCompany } from '@askline/domain/administration/company'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { act } from '../../act.ts'
import { asAdmin } from '../../actors.ts'
import type { RouteContext } from '../../context.ts'
import { forAdmins } from '../../http/callers.ts'
import { principalOf } from '../../http/request-state.ts'
import { namePattern } from '../../http/validation.ts'
import { sendVersioned, versionOfRow, withVersion } from '../../versions.ts'
import { Name } from '../fields.ts'

namePattern(ratingPattern, 'name', 'must have at most 64 letters, digits, hyphens and underscores')
namePattern(phrasePattern, 'blank', 'must have a letter or a digit')
namePattern(originPattern, 'origin', 'must be an origin such as https://shop.example.com, without a path')
namePattern(colorPattern, 'color', 'must be a color such as #1d4ed8')
namePattern(domainPattern, 'domain', 'must be a domain such as spam.example')

/** Routes of the company's settings, for admins. */
export const companyRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, endpoint } = context

    app.route({
      ...endpoint({
        name: 'getCompany',
        method: 'GET',
        path: '/admin/company',
        ...forAdmins,
        summary: 'Return the company and its settings',
        versioned: true,
        answer: VersionedCompanyView,
        errors: {},
      }),
      handler: async (request, reply) => {
        const { companyId } = principalOf(request)
        const view = await inCompany(db, companyId, (tx) => describeCompany(tx, companyId))
        return sendVersioned(request, reply, withVersion('company', view))
      },
    })

    app.route({
      ...endpoint({
        name: 'updateCompany',
        method: 'PUT',
        path: '/admin/company',
        ...forAdmins,
        summary: "Change the company's name and settings",
        body: Type.Object({
          name: Type.Optional(Name('The display name.', 'Example Bank')),
          settings: Type.Optional(CompanySettingsView),
        }),
        answer: VersionedCompanyView,
        errors: { 400: ['name_invalid'] },
        sample: { shown: { settings: { timeZone: 'Europe/Berlin', language: 'de' } } },
      }),
      handler: (request, reply) => {
        const { name, settings } = request.body
        return act(context, request, reply, {
          by: asAdmin(request),
          audit: 'company_updated',
          // The company's own role may not change its row.
          inEveryCompany: true,
          version: versionOfRow('company', principalOf(request).companyId, (tx, { companyId }) =>
            describeCompany(tx, companyId),
          ),
          work: async (tx, { companyId }) =>
            withVersion('company', await changeCompany(tx, companyId, { name, settings })),
        })
      },
    })
  }
