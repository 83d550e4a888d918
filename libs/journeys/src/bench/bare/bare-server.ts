import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { Server } from 'socket.io'

/** The tables of the bare server: two, without foreign keys and with no index but the keys. */
const bareSchema = `
  create table if not exists bare_rows (id uuid primary key, kind text not null, question_id uuid not null,
    body jsonb not null, created_at timestamptz not null default clock_timestamp());
  create table if not exists bare_outbox (id bigint primary key generated always as identity, job jsonb not null);`

/** The durable write: one row and one outbox row in one prepared statement. */
const write = {
  name: 'write',
  text: `with made as (insert into bare_rows (id, kind, question_id, body) values ($1, $2, $3, $4))
    insert into bare_outbox (job) values ($5)`,
}

type Body = { text?: string; questionUuid?: string; responseUuid?: string }
type Params = { uuid: string }

/**
 * Builds the practical upper limit that every figure is compared with: Fastify, pg and socket.io with one durable write.
 * It has no validation, no tokens and no rules, and answers polls from memory.
 */
export async function serveBare(databaseUrl: string, port: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
  await pool.query(bareSchema)
  const app = Fastify()
  const versions = new Map<string, { version: number; lastUpdated: string }>()
  const questionOf = new Map<string, string>()

  async function keep(kind: string, questionUuid: string, body: Body, correlationId?: string) {
    const uuid = kind === 'question' ? questionUuid : randomUUID()
    const job = { questionUuid, kind, uuid }
    await pool.query({ ...write, values: [uuid, kind, questionUuid, JSON.stringify(body), JSON.stringify(job)] })
    const version = (versions.get(questionUuid)?.version ?? 0) + 1
    const lastUpdated = new Date().toISOString()
    versions.set(questionUuid, { version, lastUpdated })
    sockets.to(questionUuid).emit('question-changed', { questionUuid, version, type: kind, lastUpdated, correlationId })
    return { uuid, lastUpdated, version, ...body }
  }

  app.post<{ Body: Body }>('/questions', async (request, reply) => {
    reply.code(201)
    return keep('question', randomUUID(), request.body)
  })
  app.get<{ Params: Params; Querystring: { lastChecked?: string } }>('/questions/:uuid', async (request, reply) => {
    const found = versions.get(request.params.uuid)
    if (!found) return reply.code(404).send()
    if (request.query.lastChecked === found.lastUpdated) return reply.code(304).send()
    return { uuid: request.params.uuid, ...found }
  })
  app.post<{ Params: Params; Body: Body }>('/questions/:uuid/responses', async (request, reply) => {
    reply.code(201)
    const response = await keep('response', request.params.uuid, request.body)
    questionOf.set(response.uuid, request.params.uuid)
    return response
  })
  app.post<{ Body: Body }>('/messages', async (request, reply) => {
    reply.code(201)
    const { questionUuid, responseUuid } = request.body
    const question = questionUuid ?? questionOf.get(responseUuid ?? '') ?? ''
    return keep('message', question, request.body, String(request.headers['x-correlation-id']))
  })
  app.post<{ Params: Params; Body: Body }>('/responses/:uuid/accept', async (request) => {
    const question = questionOf.get(request.params.uuid) ?? ''
    questionOf.delete(request.params.uuid)
    return keep('accept', question, request.body)
  })

  const io = new Server(app.server, { transports: ['websocket'], serveClient: false })
  const sockets = io.of('/v1')
  sockets.on('connection', (socket) => {
    socket.on('subscribe', ({ questionUuid }: { questionUuid: string }, answer: (told: object) => void) => {
      void socket.join(questionUuid)
      answer(versions.get(questionUuid) ?? {})
    })
  })
  await app.listen({ port, host: '127.0.0.1' })
}
