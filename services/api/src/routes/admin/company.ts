import { CompanySettingsView, CompanyView, domainPattern, phrasePattern, ratingPattern } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { changeCompany, describeCompany } from '@askline/domain'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { administer } from '../../administer.ts'
import type { RouteContext } from '../../context.ts'
import { answers } from '../../http/answers.ts'
import { principalOf } from '../../http/request-state.ts'
import { namePattern } from '../../http/validation.ts'
import { Name } from '../fields.ts'

namePattern(ratingPattern, 'name', 'is not a name of up to 64 letters, digits, hyphens and underscores')
namePattern(phrasePattern, 'blank', 'holds neither a letter nor a digit, and so could never be found')
namePattern(domainPattern, 'domain', 'is not a domain such as spam.example')

/** What a company sets for all its questions, for its admins. */
export const companyRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, gate } = context

    app.route({
      ...gate('getCompany'),
      schema: { response: answers(CompanyView) },
      handler: (request) => {
        const { companyId } = principalOf(request)
        return inCompany(db, companyId, (tx) => describeCompany(tx, companyId))
      },
    })

    app.route({
      ...gate('updateCompany'),
      schema: {
        body: Type.Object({
          name: Type.Optional(Name('As people read it.')),
          settings: Type.Optional(CompanySettingsView),
        }),
        response: answers(CompanyView),
      },
      handler: (request, reply) => {
        const { name, settings } = request.body
        return administer(context, request, reply, {
          action: 'company_updated',
          // The company's row is out of its own role's reach to change.
          inEveryCompany: true,
          work: (tx, companyId) => changeCompany(tx, companyId, { name, settings }),
        })
      },
    })
  }
