import { createHash } from 'node:crypto'
import { type FileType, FileView, fileTypes, limits, Paging } from '@askline/contracts'
import { inCompany } from '@askline/db'
import { recordAct } from '@askline/domain/access/audit'
import { mustSuitName } from '@askline/domain/files/extension'
import { columnsOf } from '@askline/domain/files/file-columns'
import { removeFile, storeFile } from '@askline/domain/files/store'
import { findFile, listFiles } from '@askline/domain/files/view'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { act } from '../act.ts'
import { asSystem } from '../actors.ts'
import type { RouteContext } from '../context.ts'
import { forAdmins, forTraining } from '../http/callers.ts'
import { invalidField, RequestFault, requiredField } from '../http/request-faults.ts'
import { originOf, principalOf, setBodyHash } from '../http/request-state.ts'
import { Done } from '../http/response-schema.ts'
import { faultInText } from '../http/value-rules.ts'
import { uuidOf } from '../repeated-ids.ts'
import { dropRest } from '../uploads/drop-rest.ts'
import { type Spooled, spool, tooLarge } from '../uploads/spool.ts'
import { Named, pageFields } from './fields.ts'

const ListQuery = Type.Object({ ...pageFields, type: Type.Optional(Type.Enum(fileTypes)) })

/** Codes of a file that is refused as a whole on upload. */
const refusedFile = [
  'file_empty',
  'file_binary',
  'file_encoding',
  'file_compressed',
  'header_unknown',
  'header_incomplete',
  'file_extension',
  'row_too_large',
  'quote_not_closed',
  'file_quota_exceeded',
] as const

type Upload = { type: FileType; filename: string; spooled: Spooled }

/** Routes of training files, for integrations and, under /admin, for admins. */
export const fileRoutes =
  (context: RouteContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, db, endpoint } = context
    await app.register(multipart, {
      // Bytes are counted as they arrive; too many end the request.
      limits: { files: 1, fields: 4, parts: 5, fieldSize: 256, fieldNameSize: 64, fileSize: limits.uploadBytes + 1 },
      throwFileSizeLimit: false,
    })

    async function upload(request: FastifyRequest, reply: FastifyReply) {
      const { id, kind, companyId } = principalOf(request)
      // The upload has its own time limit. Afterwards the limits of statements apply.
      clearTimeout(reply.deadline)
      const { type, filename, spooled } = await receiveInTime(request, config.uploadMs)
      try {
        const { sha256, sizeBytes, inspection } = spooled
        const format = inspection.finish(columnsOf[type])
        mustSuitName(filename, format)
        setBodyHash(request, createHash('sha256').update(`${type} ${sha256}`).digest('hex'))
        return await act(context, request, reply, {
          status: 201,
          by: asSystem(request),
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
            const told = { companyId, actor: uploader, targetId: fileId, ...originOf(request) }
            if (isNew) await recordAct(tx, { ...told, action: 'file_uploaded' })
            return findFile(tx, companyId, fileId)
          },
        })
      } finally {
        await spooled.close()
      }
    }

    const uploads = [
      {
        ...forTraining,
        name: 'uploadFile',
        path: '/files',
        summary: 'Upload a training file; identical bytes return the existing file',
      },
      { ...forAdmins, name: 'uploadManagedFile', path: '/admin/files', summary: 'Upload a training file' },
    ] as const
    for (const described of uploads) {
      app.route({
        ...endpoint({
          ...described,
          method: 'POST',
          upload: true,
          answer: FileView,
          status: 201,
          errors: { 400: refusedFile },
        }),
        handler: upload,
      })
    }

    const lists = [
      { ...forTraining, name: 'listFiles', path: '/files', summary: 'List uploaded files, newest first' },
      { ...forAdmins, name: 'listManagedFiles', path: '/admin/files', summary: 'List uploaded files' },
    ] as const
    for (const described of lists) {
      app.route({
        ...endpoint({
          ...described,
          method: 'GET',
          query: ListQuery,
          answer: Type.Object({ files: Type.Array(FileView), paging: Paging }),
          errors: {},
        }),
        handler: async (request) => {
          const { companyId } = principalOf(request)
          const { limit = limits.pageSize, cursor, type } = request.query
          const found = await inCompany(db, companyId, (tx) => listFiles(tx, companyId, { limit, cursor, type }))
          return { files: found.files, paging: { limit, nextCursor: found.nextCursor } }
        },
      })
    }

    const reads = [
      {
        ...forTraining,
        name: 'getFile',
        path: '/files/:uuid',
        summary: 'Return the progress and result of an uploaded file',
      },
      { ...forAdmins, name: 'getManagedFile', path: '/admin/files/:uuid', summary: 'Return an uploaded file' },
    ] as const
    for (const described of reads) {
      app.route({
        ...endpoint({ ...described, method: 'GET', of: 'file', answer: FileView, errors: {} }),
        handler: (request) => {
          const { companyId } = principalOf(request)
          return inCompany(db, companyId, (tx) => findFile(tx, companyId, request.params.uuid.toLowerCase()))
        },
      })
    }

    const removals = [
      {
        ...forTraining,
        name: 'removeFile',
        path: '/files/:uuid/remove',
        summary: 'Remove a file and everything learned from its rows',
      },
      {
        ...forAdmins,
        name: 'removeManagedFile',
        path: '/admin/files/:uuid/remove',
        summary: 'Remove an uploaded file',
      },
    ] as const
    for (const described of removals) {
      app.route({
        ...endpoint({
          ...described,
          method: 'POST',
          of: 'file',
          body: Named,
          answer: Done,
          errors: {},
        }),
        handler: (request, reply) => {
          const { companyId } = principalOf(request)
          const fileId = uuidOf(request)
          return act(context, request, reply, {
            by: asSystem(request),
            audit: 'file_removed',
            work: async (tx) => {
              await removeFile(tx, companyId, fileId)
              return { uuid: fileId }
            },
          })
        },
      })
    }
  }

/** Receives an upload within `ms`. A later one is closed and dropped. */
async function receiveInTime(request: FastifyRequest, ms: number): Promise<Upload> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const fault = new RequestFault(408, 'request_timeout', 'The file did not arrive in time.', {
      headers: { connection: 'close' },
    })
    timer = setTimeout(() => reject(fault), ms)
  })
  const receiving = receive(request)
  try {
    return await Promise.race([receiving, late])
  } catch (error) {
    dropRest(request.raw)
    receiving.then(({ spooled }) => spooled.close()).catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Reads the parts of an upload: `type`, before or after `file`, which goes to disk. The caller closes the result. */
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
        throw invalidField(part.fieldname, 'unknown', 'Send one file, in a part named `file`.')
      file = { filename: part.filename ?? '', spooled: await spool(part.file) }
      if (part.file.truncated) throw tooLarge()
    }
    if (!file) throw requiredField('file', 'Send it as a part of multipart/form-data.')
    if (type === undefined) throw requiredField('type', `Send one of ${fileTypes.join(', ')}.`)
    return { type: typeOf(type), ...file }
  } catch (error) {
    await file?.spooled.close()
    throw isOfForm(error)
      ? new RequestFault(400, 'invalid_request', 'The form is not valid multipart/form-data.', { cause: error })
      : error
  }
}

/** Whether the form parser threw the error: only its errors have no code. */
const isOfForm = (error: unknown) => error instanceof Error && !('code' in error)

function typeOf(text: string): FileType {
  const type = fileTypes.find((known) => known === text)
  if (!type) throw invalidField('type', 'enum', `type must be one of ${fileTypes.join(', ')}.`)
  return type
}

const unprintable = /[\p{Cc}\p{Bidi_Control}]/gu

/** Returns the client's file name for display. It is never used as a path. */
function nameOf(filename: string): string {
  const name = filename.split(/[/\\]/).at(-1)?.replace(unprintable, '').trim().slice(0, limits.nameLength) ?? ''
  return name === '' || faultInText(name) ? 'file' : name
}
