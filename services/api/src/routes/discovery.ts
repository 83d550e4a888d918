import { scopes } from '@askline/contracts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Config } from '../api-config.ts'

const clientAuthentication = ['client_secret_basic', 'client_secret_post', 'none']

/** Serves the metadata of the authorization server (RFC 8414). */
export const discoveryRoutes =
  ({ publicUrl, issuer }: Config): FastifyPluginAsyncTypebox =>
  async (app) => {
    const metadata = {
      issuer,
      authorization_endpoint: `${publicUrl}/oauth/auth`,
      token_endpoint: `${publicUrl}/oauth/token`,
      revocation_endpoint: `${publicUrl}/oauth/logout`,
      jwks_uri: `${publicUrl}/oauth/jwks`,
      scopes_supported: scopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      token_endpoint_auth_methods_supported: clientAuthentication,
      revocation_endpoint_auth_methods_supported: clientAuthentication,
      service_documentation: `${issuer}/docs`,
    }
    app.route({
      method: 'GET',
      url: '/.well-known/oauth-authorization-server',
      schema: {
        tags: ['oauth'],
        operationId: 'getAuthorizationServer',
        summary: 'Return the metadata of the authorization server',
        response: { 200: { type: 'object', additionalProperties: true } },
        security: [],
      },
      handler: async (_request, reply) => {
        reply.header('cache-control', 'public, max-age=300')
        return metadata
      },
    })
  }
