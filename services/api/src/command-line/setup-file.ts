import { readFile } from 'node:fs/promises'
import { inSystem } from '@askline/db'
import { findCompany } from '@askline/domain/companies/create-company'
import { setUp } from '@askline/domain/companies/set-up'
import { SetupDoneError } from '@askline/domain/errors'
import { compileValidator } from '../http/validation.ts'
import { checkSetup, hashSetup, SetupFields } from '../setup-fields.ts'
import { type Command, RefusedError } from './command.ts'

export const setupFile: Command = {
  name: 'setup',
  usage: '--file <setup.json>',
  summary:
    'Creates the first company and its admin from a file with the members company and admin of POST /v1/setup. May be repeated.',
  flags: { required: ['file'] },
  async run({ db, say }, { flags }) {
    const fields = await readSetup(flags['file'] ?? '')
    const { tag } = fields.company
    checkSetup(fields)
    const setup = await hashSetup(fields)
    try {
      await inSystem(db, (tx) => setUp(tx, setup))
      say(`Company ${tag} and its admin are created.`)
    } catch (error) {
      if (!(error instanceof SetupDoneError)) throw error
      const company = await inSystem(db, (tx) => findCompany(tx, tag))
      if (!company) throw new RefusedError(`Another company exists. Write: askline company create ${tag}`)
      say(`Company ${tag} is set up already. Nothing was changed.`)
    }
  },
}

async function readSetup(file: string): Promise<SetupFields> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new RefusedError(`${file} cannot be read.`)
  })
  const body = parseJson(text, file)
  const validate = compileValidator({ schema: SetupFields, method: 'POST', url: '/v1/setup', httpPart: 'body' })
  const { value, error } = validate(body) as { value?: SetupFields; error?: Error }
  if (!value) throw new RefusedError(`${file} is not a valid setup file. ${error?.message}`)
  return value
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Without the parser's message, which quotes the file.
    throw new RefusedError(`${file} is not valid JSON.`)
  }
}
