import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { base } from '../http/gate.ts'
import { Path } from './fields.ts'

/** Serves a drawn picture for people without one. It depends only on their uuid and needs no token. */
export const avatarRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: `${base}/avatars/:uuid`,
    schema: {
      tags: ['avatars'],
      operationId: 'getAvatar',
      summary: 'Return a drawn profile picture',
      produces: ['image/svg+xml'],
      params: Path,
      response: { 200: { type: 'string', description: 'An SVG image.' } },
      security: [],
    },
    handler: async (request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400, immutable')
        .type('image/svg+xml')
        .serializer((svg: string) => svg)
        .send(drawAvatar(request.params.uuid)),
  })
}

/** Two colours and a figure, from the last twelve digits: those of a version 7 uuid are random. */
function drawAvatar(uuid: string): string {
  const digits = uuid.slice(-12)
  const hue = Number.parseInt(digits.slice(0, 4), 16) % 360
  const other = (hue + 60 + (Number.parseInt(digits.slice(4, 8), 16) % 240)) % 360
  const x = 20 + (Number.parseInt(digits.slice(8, 10), 16) % 25)
  const y = 20 + (Number.parseInt(digits.slice(10, 12), 16) % 25)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img">
<rect width="64" height="64" fill="hsl(${hue} 55% 45%)"/>
<circle cx="${x}" cy="${y}" r="30" fill="hsl(${other} 60% 60%)" fill-opacity="0.55"/>
<circle cx="32" cy="25" r="11" fill="#fff" fill-opacity="0.9"/>
<path d="M10 64a22 22 0 0 1 44 0z" fill="#fff" fill-opacity="0.9"/>
</svg>
`
}
