import { statement, type Tx, types } from '@askline/db'
import { expect, test } from 'vitest'
import { lockByCompany } from '../src/by-company.ts'

const candidates = statement({
  name: 'test-candidates',
  params: [types.int, types.array(types.uuid)],
  row: { id: types.uuid, companyId: types.uuid },
  text: 'select',
})
const lock = statement({
  name: 'test-lock',
  params: [types.array(types.uuid)],
  row: { id: types.uuid },
  text: 'select',
})

/** A transaction whose locks answer when `answer` is called. Row `n` belongs to the company with its first letter. */
function open(rows: string[]) {
  const sent: string[] = []
  const answers: (() => void)[] = []
  const tx = {
    query: async (_statement: unknown, [limit, seen]: [number, string[]]) =>
      rows
        .filter((id) => !seen.includes(id))
        .map((id) => ({ id, companyId: id.charAt(0) }))
        .slice(0, limit),
    of: (companyId: string) => ({
      query: (_statement: unknown, [ids]: [string[]]) => {
        sent.push(`${companyId}: ${ids.join()}`)
        return new Promise((resolve) => answers.push(() => resolve(ids.map((id) => ({ id })))))
      },
    }),
  }
  const answer = () => {
    for (const give of answers) give()
  }
  return { tx: tx as unknown as Tx, sent, answer }
}

test('the locks of all companies are sent together, in the order of the companies', async () => {
  const { tx, sent, answer } = open(['b1', 'a1', 'c1', 'a2'])

  const locked = lockByCompany(tx, candidates, lock, 10, [])
  await expect.poll(() => sent).toEqual(['a: a1,a2', 'b: b1', 'c: c1'])
  answer()

  expect(await locked).toEqual([{ id: 'a1' }, { id: 'a2' }, { id: 'b1' }, { id: 'c1' }])
})
