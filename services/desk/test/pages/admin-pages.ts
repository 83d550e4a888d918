import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, uuidOf } from './service.ts'

/** Presses a button of the page and waits for what it opens. */
const press = (name: string | RegExp, role: 'dialog' | 'region') => async () => {
  const button = page.getByRole('button', { name }).first()
  await expect.element(button).toBeInTheDocument()
  // Texts of many lines can move it out of sight.
  const element = button.element() as HTMLButtonElement
  element.click()
  await expect.element(page.getByRole(role).last()).toBeVisible()
}

/** A page of the administration with everything that it can show. */
type AdminPage = {
  answers: Answers
  /** The members of the answers that can be read on it. */
  shows: string[]
  /** Opens what the page hides at first. */
  open?: () => Promise<unknown>
}
const uuid = uuidOf(1)
const list: Answers = { 'GET /v1/admin/categories': {}, 'GET /v1/admin/experts': {} }
const account: Answers = {
  'GET /v1/admin/users/{uuid}/credentials': { credentials: [{ dateRevoked: null }] },
  'GET /v1/admin/users/{uuid}/sessions': {},
}
/** The pages of the administration, by their path below `/desk/admin`. */
export const adminPages: Record<string, AdminPage> = {
  '': {
    answers: { 'GET /v1/admin/live': { now: new Date().toISOString() }, 'GET /v1/admin/invariants': {} },
    shows: ['name'],
  },
  '/questions': {
    answers: { ...list, 'GET /v1/admin/questions': {} },
    shows: ['subject', 'name', 'category', 'class'],
  },
  [`/questions/${uuid}`]: {
    answers: {
      'GET /v1/questions/{uuid}': { conversation: { messages: [], responses: [] } },
      'GET /v1/messages': { messages: [] },
      'GET /v1/admin/questions/{uuid}/events': {},
      'GET /v1/admin/questions/{uuid}/routing': {},
    },
    shows: ['subject', 'name', 'id', 'system'],
  },
  '/dead-letters': {
    answers: { 'GET /v1/admin/dead-letters': { deadLetters: [{ outcome: null, dateSettled: null }] } },
    shows: ['name', 'reason'],
    open: press('Discard', 'dialog'),
  },
  '/webhooks': { answers: { 'GET /v1/admin/webhooks': {} }, shows: ['name'] },
  [`/webhooks/${uuid}`]: {
    answers: { 'GET /v1/admin/webhooks/{uuid}': {}, 'GET /v1/admin/webhooks/{uuid}/deliveries': {} },
    shows: ['name'],
    open: press('Details', 'dialog'),
  },
  '/experts': { answers: { 'GET /v1/admin/experts': {}, 'GET /v1/admin/categories': {} }, shows: ['name'] },
  [`/experts/${uuid}`]: {
    answers: {
      ...account,
      'GET /v1/admin/experts/{uuid}': { isActive: true },
      'GET /v1/admin/experts/{uuid}/record': {},
      'GET /v1/admin/categories': {},
      'GET /v1/admin/company': {},
    },
    shows: ['name', 'email', 'topics'],
    open: press('Deactivate', 'dialog'),
  },
  '/categories': { answers: { 'GET /v1/admin/categories': {} }, shows: ['name'] },
  [`/categories/${uuid}`]: { answers: { 'GET /v1/admin/categories/{uuid}': {} }, shows: ['name'] },
  '/knowledge': { answers: { 'GET /v1/admin/knowledge': {} }, shows: ['question', 'answer', 'class'] },
  [`/knowledge/${uuid}`]: {
    answers: {
      'GET /v1/admin/knowledge/{uuid}': {},
      'GET /v1/admin/answers/conflicts': { conflicts: [{ knowledge: [{ uuid }, {}] }] },
      'POST /v1/previews': {},
    },
    shows: ['question', 'answer', 'class'],
    open: press('Preview', 'region'),
  },
  '/answers': { answers: { 'GET /v1/admin/answers/precision': {} }, shows: ['name'] },
  '/answers/unanswered': {
    answers: { 'GET /v1/admin/answers/unanswered': {} },
    shows: ['texts', 'words'],
    open: press('Write an answer', 'dialog'),
  },
  '/answers/rejected': { answers: { 'GET /v1/admin/answers/rejected': {} }, shows: ['question', 'answer'] },
  '/answers/stale': { answers: { 'GET /v1/admin/answers/stale': {} }, shows: ['question', 'answer'] },
  '/answers/conflicts': {
    answers: { 'GET /v1/admin/answers/conflicts': { conflicts: [{ knowledge: [{}, {}] }] } },
    shows: ['question', 'answer'],
    open: press('Keep this one', 'dialog'),
  },
  '/training': {
    answers: {
      'GET /v1/admin/training': {},
      'GET /v1/admin/files': { files: [{ status: 'READY' }] },
      'GET /v1/admin/models': {},
    },
    shows: ['name', 'message'],
    open: press(/^Remove name/, 'dialog'),
  },
  [`/training/${uuid}`]: {
    answers: { 'GET /v1/admin/models/{uuid}': {}, 'GET /v1/admin/models/{uuid}/compare': {} },
    shows: ['class', 'actual', 'predicted'],
  },
  '/integrations': { answers: { 'GET /v1/admin/integrations': {} }, shows: ['name', 'systemId'] },
  [`/integrations/${uuid}`]: {
    answers: {
      'GET /v1/admin/integrations/{uuid}': {},
      'GET /v1/admin/integrations/{uuid}/credentials': { credentials: [{ dateRevoked: null }] },
    },
    shows: ['name', 'systemId', 'clientId'],
    open: press('Remove', 'dialog'),
  },
  '/widget': {
    answers: {
      'GET /v1/admin/company': {
        settings: {
          widgetTitle: 'Ask us',
          widgetGreeting: 'Hello',
        },
      },
    },
    shows: ['widgetTitle', 'widgetGreeting', 'name'],
  },
  '/staff': { answers: { 'GET /v1/admin/staff': {} }, shows: ['name', 'email'] },
  [`/staff/${uuid}`]: {
    answers: { ...account, 'GET /v1/admin/staff/{uuid}': { hasPassword: true, isBlocked: false } },
    shows: ['name', 'email', 'clientId'],
    open: press('Reset password', 'dialog'),
  },
  '/company': { answers: { 'GET /v1/admin/company': {} }, shows: ['name'] },
  '/audit': { answers: { 'GET /v1/admin/audit': {} }, shows: ['name', 'reason'] },
  '/privacy': { answers: { 'GET /v1/users/forget': { receipts: [{ status: 'ERASED' }] } }, shows: ['name'] },
  '/clock': { answers: { 'GET /v1/admin/clock': { isSandbox: true, advance: null } }, shows: ['name'] },
}
