import { describe, expect, test } from 'vitest'
import {
  faultsOf,
  faultsOverLimit,
  type ProseFault,
  proseOfApi,
  proseOfCode,
  proseOfDocument,
  proseOfErrors,
} from './prose.ts'

const words = (count: number): string => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')
const rulesIn = (prose: ReturnType<typeof proseOfCode>) => prose.flatMap(faultsOf).map(({ rule }) => rule)

describe('documents', () => {
  test('a list item has at most 60 words, also over several lines', () => {
    const item = (count: number) => `- ${words(30)}.\n  W${words(20)}. W${words(count - 50)}.`

    expect(rulesIn(proseOfDocument('README.md', item(60)))).toEqual([])
    expect(rulesIn(proseOfDocument('README.md', item(61)))).toEqual(['long-item'])
  })

  test('a sentence has at most 30 words', () => {
    expect(rulesIn(proseOfDocument('README.md', `W${words(30)}. W${words(30)}.`))).toEqual([])
    expect(rulesIn(proseOfDocument('README.md', words(31)))).toEqual(['long-sentence'])
  })

  test('code, tables and headings are not prose', () => {
    const source = `# ${words(40)}\n\n| ${words(40)} |\n\n\`\`\`\n${words(40)}\nnobody\n\`\`\`\n\nThe flag \`nobody\` is set.`

    expect(rulesIn(proseOfDocument('README.md', source))).toEqual([])
  })

  test('a banned word is reported with its place', () => {
    const [fault] = proseOfDocument('README.md', 'One line.\n\nNobody answers.').flatMap(faultsOf)

    expect(fault).toMatchObject({ file: 'README.md', line: 3, rule: 'word-in-document' })
  })
})

describe('code', () => {
  test('a sentence of a comment has at most 25 words, in blocks and in adjacent line comments', () => {
    expect(rulesIn(proseOfCode('a.ts', `/** ${words(25)}. */`))).toEqual([])
    expect(rulesIn(proseOfCode('a.ts', `/**\n * ${words(13)}\n * ${words(13)}\n */`))).toEqual(['long-comment'])
    expect(rulesIn(proseOfCode('a.ts', `x()\n  // ${words(13)}\n  // ${words(13)}\n`))).toEqual(['long-comment'])
  })

  test('banned words are found in comments and in test titles, and not in the code', () => {
    const source = `// Asked by nobody.\nconst nobody = 1\ntest('somebody answers', () => {})\n`

    expect(rulesIn(proseOfCode('a.test.ts', source))).toEqual(['word-in-code', 'word-in-code'])
  })
})

test('the subject of a sentence is not a relative clause, but a question may begin with its pronoun', () => {
  expect(rulesIn(proseOfCode('a.ts', '// Stores it. What is missing stays.'))).toEqual(['relative-subject'])
  expect(rulesIn(proseOfCode('a.ts', '// Whose turn is it?'))).toEqual([])
})

describe('the API', () => {
  const described = (description: string) => rulesIn(proseOfApi({ paths: { '/x': { get: { description } } } }))

  test('a description begins with its subject and has short sentences without banned words', () => {
    expect(described(`The W${words(29)}. Returned once.`)).toEqual([])
    expect(described(words(31))).toEqual(['long-description'])
    expect(described('Of the precision above.')).toEqual(['opening-preposition'])
    expect(described('What the reader may do.')).toEqual(['relative-subject'])
    expect(described('Visible to nobody.')).toEqual(['word-in-api'])
  })

  test('names of properties and examples are not descriptions', () => {
    expect(proseOfApi({ properties: { summary: { type: 'string' } }, example: { description: 'Of it.' } })).toEqual([])
  })

  test('messages of errors are found in calls over several lines and in variables', () => {
    const source = [
      `throw new MoveRefusedError(\n  'not_taken',\n  \`Nobody holds \${question(id)} now\`,\n)`,
      "const message = 'By whom it was sent is unknown'",
      "const label = 'Nobody holds it now'",
    ].join('\n')

    expect(rulesIn(proseOfErrors('a.ts', source))).toEqual(['word-in-api', 'opening-preposition', 'word-in-api'])
  })
})

test('a rule fails when it is broken more often than its limit, and shows the longest first', () => {
  const fault = (count: number): ProseFault => ({ file: 'a', line: 1, rule: 'long-item', words: count, text: '' })

  expect(faultsOverLimit([])).toEqual([])
  expect(faultsOverLimit([fault(61), fault(70)])[0]?.faults.map((found) => found.words)).toEqual([70, 61])
})
