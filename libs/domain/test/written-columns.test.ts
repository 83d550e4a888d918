import { registeredStatements } from '@askline/db'
import { expect, test } from 'vitest'
import { stateRow } from '../src/changes/state.ts'
import '../src/changes/write.ts'

const { text = '' } = registeredStatements().find(({ name }) => name === 'write-changes') ?? {}
const written = Object.entries(stateRow).filter(([name]) => {
  return !['id', 'askerId', 'categoryId', 'type', 'companyTags'].includes(name)
})

// A record set gives null for a column that the JSON lacks, and the UPDATE keeps a column that it does not set.
test('`write-changes` reads and sets every column of a state, and no other', () => {
  const [set = ''] = /update questions q set (.*?)\s+from jsonb_to_recordset/s.exec(text)?.slice(1) ?? []
  const [read = ''] = /as n\(id uuid, was int, (.*?)\)\s+where q\.company_id/s.exec(text)?.slice(1) ?? []

  expect(set.split(',').map((part) => part.trim().replaceAll('"', ''))).toEqual(
    written.map(([name, column]) => `${column.name} = n.${name}`),
  )
  expect(read.split(',').map((part) => part.trim().split(' ')[0]?.replaceAll('"', ''))).toEqual(
    written.map(([name]) => name),
  )
})
