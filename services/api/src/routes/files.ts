import { createHash } from 'node:crypto'
import { type FileType, FileView, fileTypes, limits, Paging } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { findFile, listFiles, mustSuitName, recordAct, removeFile, storeFile } from '@askline/domain'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { act } from '../act.ts'
import { uuidOf } from '../administer.ts'
import type { RouteContext } from '../context.ts'
import { answers, Done } from '../http/answers.ts'
import { invalidField, RequestFault, requiredField } from '../http/faults.ts'
import { principalOf, setBodyHash } from '../http/request-state.ts'
import { faultInText } from '../http/value-rules.ts'
import { type Spooled, spool, tooLarge } from '../uploads/spool.ts'
import { Path, pageFields, Uuid } from './fields.ts'

const ListQuery = Type.Object({ ...pageFields, type: Type.Optional(Type.Enum(fileTypes)) })

type Upload = { type: FileType; filename: string; spooled: Spooled }

/** Files to train with, for integrations and, under /admin, for admins. */
export const fileRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db, gate } = context
    await app.register(multipart, {
      // The bytes of the file are counted as they come: what is too much ends the request.
      limits: { files: 1, fields: 4, parts: 5, fieldSize: 256, fieldNameSize: 64, fileSize: limits.uploadBytes + 1 },
      throwFileSizeLimit: false,
    })

    async function upload(request: FastifyRequest, reply: FastifyReply) {
      const { id, kind, companyId } = principalOf(request)
      const correlationId = request.id
      // It is the client's line that takes the time; what comes then has the limits of statements.
      clearTimeout(reply.deadline)
      const { type, filename, spooled } = await receiveInTime(request, config.uploadMs)
      try {
        const { sha256, sizeBytes, inspection } = spooled
        const format = inspection.finish(type)
        mustSuitName(filename, format)
        setBodyHash(request, createHash('sha256').update(`${type} ${sha256}`).digest('hex'))
        return await act(context, request, reply, {
          status: 201,
          by: async () => ({ kind: 'system', companyId, correlationId }) as const,
          work: async (tx) => {
            const uploader = { kind, id } as const
            const file = {
              companyId,
              type,
              name: nameOf(filename),
              format,
              sha256,
              sizeBytes,
              uploader,
              chunks: spooled.chunks(),
            }
            const { fileId, isNew } = await storeFile(tx, file)
            const told = { companyId, actor: uploader, targetId: fileId, correlationId }
            if (isNew) await recordAct(tx, { ...told, action: 'file_uploaded' })
            return findFile(tx, companyId, fileId)
          },
        })
      } finally {
        await spooled.close()
      }
    }

    for (const name of ['uploadFile', 'uploadManagedFile'] as const) {
      app.route({
        ...gate(name),
        schema: { response: answers(FileView, 201) },
        handler: upload,
      })
    }

    for (const name of ['listFiles', 'listManagedFiles'] as const) {
      app.route({
        ...gate(name),
        schema: {
          querystring: ListQuery,
          response: answers(Type.Object({ files: Type.Array(FileView), paging: Paging })),
        },
        handler: async (request) => {
          const { companyId } = principalOf(request)
          const { limit = limits.pageSize, cursor, type } = request.query
          const found = await inCompany(db, companyId, (tx) => listFiles(tx, companyId, { limit, cursor, type }))
          return { files: found.files, paging: { limit, nextCursor: found.nextCursor } }
        },
      })
    }

    for (const name of ['getFile', 'getManagedFile'] as const) {
      app.route({
        ...gate(name),
        schema: { params: Path, response: answers(FileView) },
        handler: (request) => {
          const { companyId } = principalOf(request)
          return inCompany(db, companyId, (tx) => findFile(tx, companyId, request.params.uuid.toLowerCase()))
        },
      })
    }

    for (const name of ['removeFile', 'removeManagedFile'] as const) {
      app.route({
        ...gate(name),
        schema: { params: Path, body: Type.Object({ uuid: Type.Optional(Uuid) }), response: answers(Done) },
        handler: (request, reply) => {
          const { id, kind, companyId } = principalOf(request)
          const correlationId = request.id
          const fileId = uuidOf(request)
          return act(context, request, reply, {
            by: async () => ({ kind: 'system', companyId, correlationId }) as const,
            work: async (tx) => {
              await removeFile(tx, companyId, fileId)
              const actor = { kind, id } as const
              await recordAct(tx, { companyId, action: 'file_removed', actor, targetId: fileId, correlationId })
              return { uuid: fileId }
            },
          })
        },
      })
    }
  }

/** As `receive`, for a client who takes `ms` at most. What comes later is let go of. */
async function receiveInTime(request: FastifyRequest, ms: number): Promise<Upload> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const fault = new RequestFault(408, 'request_timeout', 'The file did not arrive in time', {
      headers: { connection: 'close' },
    })
    timer = setTimeout(() => reject(fault), ms)
  })
  const receiving = receive(request)
  try {
    return await Promise.race([receiving, late])
  } catch (error) {
    receiving.then(({ spooled }) => spooled.close()).catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Reads the parts of an upload: `type`, before or after the `file`, which goes to the disk. Whoever gets it closes it. */
async function receive(request: FastifyRequest): Promise<Upload> {
  let type: string | undefined
  let file: { filename: string; spooled: Spooled } | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'type') type = String(part.value)
        continue
      }
      if (part.fieldname !== 'file' || file)
        throw invalidField(part.fieldname, 'unknown', 'The one file is called file.')
      file = { filename: part.filename ?? '', spooled: await spool(part.file) }
      if (part.file.truncated) throw tooLarge()
    }
    if (!file) throw requiredField('file', 'the file to read, as a part of multipart/form-data.')
    if (type === undefined) throw requiredField('type', `one of ${fileTypes.join(', ')}.`)
    return { type: typeOf(type), ...file }
  } catch (error) {
    await file?.spooled.close()
    throw isOfForm(error)
      ? new RequestFault(400, 'invalid_request', 'The form cannot be read', { cause: error })
      : error
  }
}

/** The parser of forms throws plain errors; everybody else's have a code. */
const isOfForm = (error: unknown) => error instanceof Error && !('code' in error)

function typeOf(text: string): FileType {
  const type = fileTypes.find((known) => known === text)
  if (!type) throw invalidField('type', 'enum', `type must be one of ${fileTypes.join(', ')}.`)
  return type
}

const unprintable = /[\p{Cc}\p{Bidi_Control}]/gu

/** The name a client gave its file, for people to know it by: it names nothing on our side. */
function nameOf(filename: string): string {
  const name = filename.split(/[/\\]/).at(-1)?.replace(unprintable, '').trim().slice(0, limits.nameLength) ?? ''
  return name === '' || faultInText(name) ? 'file' : name
}
