import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { RouteContext } from '../context.ts'
import { answerRoutes } from './admin/answers.ts'
import { auditRoutes } from './admin/audit.ts'
import { categoryRoutes } from './admin/categories.ts'
import { clockRoutes } from './admin/clock.ts'
import { companyRoutes } from './admin/company.ts'
import { credentialRoutes } from './admin/credentials.ts'
import { deadLetterRoutes } from './admin/dead-letters.ts'
import { managedExpertRoutes } from './admin/experts.ts'
import { integrationRoutes } from './admin/integrations.ts'
import { invariantRoutes } from './admin/invariants.ts'
import { knowledgeRoutes } from './admin/knowledge.ts'
import { liveRoutes } from './admin/live.ts'
import { modelRoutes } from './admin/models.ts'
import { adminQuestionRoutes } from './admin/questions.ts'
import { routingRoutes } from './admin/routing.ts'
import { personSessionRoutes } from './admin/sessions.ts'
import { staffRoutes } from './admin/staff.ts'
import { startRoutes } from './admin/start.ts'
import { userRoutes } from './admin/users.ts'

/** Routes of the company's administration. */
export const adminRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(managedExpertRoutes(context))
    await app.register(staffRoutes(context))
    await app.register(companyRoutes(context))
    await app.register(startRoutes(context))
    await app.register(categoryRoutes(context))
    await app.register(knowledgeRoutes(context))
    await app.register(modelRoutes(context))
    await app.register(answerRoutes(context))
    await app.register(userRoutes(context))
    await app.register(credentialRoutes(context))
    await app.register(personSessionRoutes(context))
    await app.register(integrationRoutes(context))
    await app.register(auditRoutes(context))
    await app.register(liveRoutes(context))
    await app.register(adminQuestionRoutes(context))
    await app.register(routingRoutes(context))
    await app.register(clockRoutes(context))
    await app.register(deadLetterRoutes(context))
    await app.register(invariantRoutes(context))
  }
