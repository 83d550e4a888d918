import { expect, test } from 'vitest'
import { buildLogger } from './logger.ts'

function logged(write: (logger: ReturnType<typeof buildLogger>) => void): string {
  const lines: string[] = []
  write(buildLogger('test', 'info', { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

test('secrets, texts, names and addresses are removed at every depth', () => {
  const said = { authorization: 's1', token: 's2', password: 's3', text: 's4', body: 's5', email: 's6', name: 's7' }

  const lines = logged((logger) => logger.info({ ...said, request: { headers: said, deep: { deeper: said } } }, 'told'))

  expect(lines).toContain('told')
  expect(lines).not.toMatch(/"s\d"/)
})

test('a failed query is logged with its cause and without its values', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ada@secret.test)' })
  const failed = Object.assign(new Error('Failed query: insert … params: ada@secret.test'), {
    query: 'insert into users',
    params: ['ada@secret.test'],
    cause,
  })

  const lines = logged((logger) => logger.error({ err: failed }, 'It failed'))

  expect(lines).toContain('duplicate key')
  expect(lines).toContain('23505')
  expect(lines).not.toContain('ada@secret.test')
})
