import { expect, test } from 'vitest'
import { cutEmptyLines } from '../src/words/cut-empty-lines.ts'

test.each([
  ['    if (a) {\n        b()\n    }', '    if (a) {\n        b()\n    }'],
  ['\n \t\n    code\n\n', '    code'],
  ['\tone  \n\n  two ', '\tone  \n\n  two '],
  ['\u3000\n\u3000全角\n', '\u3000全角'],
  [' \n\n ', ''],
  ['', ''],
])('only empty lines are cut from the ends of %j', (text, cut) => {
  expect(cutEmptyLines(text)).toBe(cut)
})
