import type { SavedReply } from '@askline/client'
import { expect, test } from 'vitest'
import { findReplies, wishAt } from '../src/replies/find-replies.ts'

const replyOf = (title: string, shortcut: string | null = null) =>
  ({ uuid: title, title, shortcut, text: '' }) as SavedReply
const replies = ['नमस्ते', 'สวัสดีครับ', 'Überweisung', 'Où est-ce ?', "L'été", 'PIN by post', 'ご挨拶', 'مرحبًا'].map(
  (title) => replyOf(title),
)
const titlesFor = (typed: string) => {
  const wish = wishAt(typed)
  return wish === undefined ? undefined : findReplies(replies, wish).map(({ title }) => title)
}

test.each([
  ['नमस्ते', '/नमस्ते'],
  ['नमस्ते', '/नम'],
  ['สวัสดีครับ', 'ลูกค้า /สวัสดี'],
  ['Überweisung', '/überw'],
  ['Überweisung', '/u\u0308berw'],
  ['Où est-ce ?', '/OU\u0300'],
  ["L'été", "/l'été"],
  ['PIN by post', '/pin'],
  ['PIN by post', '/post'],
  ['ご挨拶', '您好。/ご挨'],
  ['ご挨拶', '／ご挨'],
  ['مرحبًا', '/مرحبًا'],
])('the saved reply %s is found by typing %s, letter by letter', (title, typed) => {
  const slash = typed.search(/[/／]/)
  for (let end = slash + 1; end <= typed.length; end++) expect(titlesFor(typed.slice(0, end))).toContain(title)
})

test.each(['and/or', 'https://example.com', '是/否', '/pin '])('%s looks for no saved reply', (typed) => {
  expect(titlesFor(typed)).toBeUndefined()
})
