/** Statements that read or write rows of companies without naming the company. The list only shrinks. */
export const exceptionsOfStatements: { reason: string; statements: string[] }[] = [
  {
    reason:
      'Repairs: the reconciler finds what broke an invariant in all companies together. It locks and repairs company by company.',
    statements: [
      'find-closed-limbo',
      'find-limbo',
      'find-overdue',
      'find-wrong-loads',
      'window-no-offer-of-what-is-taken',
      'window-no-offer-to-the-absent',
      'window-no-prompt-on-what-is-closed',
    ],
  },
  {
    reason:
      'Background work: a worker takes the next file, training, snapshot or erasure of any company, and keeps its lease.',
    statements: [
      'due-forget-requests',
      'fail-last-files',
      'find-due-evidence_snapshots',
      'find-due-files',
      'find-due-trainings',
      'find-unlearning',
      'give-back-files',
      'give-up-files',
      'heartbeat-files',
      'take-files',
    ],
  },
  {
    reason: 'Batches: one statement serves the due questions, or the waiting requests, of many companies.',
    statements: ['judge-promises', 'next-due', 'quarantine-questions', 'take-text-answers'],
  },
  {
    reason: 'One queue of all companies: its age and length, and the deletion of what was handed over.',
    statements: ['find-outbox-backlog', 'outbox-oldest', 'outbox-remove'],
  },
  {
    reason:
      'The company is named once. Other parts find rows by an id or a place on the disk that the first part returned.',
    statements: ['clear-evidence-chunks'],
  },
  {
    reason:
      'They find candidates of all companies and lock none. The next statements lock and change them company by company.',
    statements: [
      'find-due-in-sandboxes',
      'find-expired-audit_log',
      'find-expired-automatic_answers',
      'find-expired-families',
      'find-expired-idempotency_keys',
      'find-expired-offer_days',
      'find-expired-widget_openings',
      'find-expired-routing_decisions',
      'find-expired-routing_rosters',
      'find-expired-text_requests',
      'find-expired-webhook_attempts',
      'find-expired-webhook_deliveries',
      'find-old-offers',
      'find-quarantined',
      'find-webhook-work',
      'webhook-secrets-encrypted-elsewhere',
      'outbox-left-behind',
    ],
  },
  {
    reason: 'Dead letters of all companies and of none. A distributed database keeps the whole table on every server.',
    statements: ['count-dead-letters', 'delete-dead-letters', 'settle-dead-letter'],
  },
  {
    reason:
      'Sign-in and the operator: the caller presents a code, a token, a client id or a name, and the row tells the company.',
    statements: [
      'api-credentials-with-limits',
      'command-find-minted',
      'demo-open-credentials',
      'demo-records',
      'end-credential',
      'end-every-family',
      'find-company-of-session',
      'find-family-of-code',
      'find-family-of-refresh-token',
      'find-place-of-password-link',
      'owner-of-credential',
      'insert-refused-client',
      'limit-credential',
      'list-revocations',
      'personal-credentials',
      'replay-revocations',
      'select-demo-person',
      'select-system-id',
      'set-scopes-of-credential',
    ],
  },
  {
    reason: 'A job or a poll brings only the id. The row tells the company, which later statements name.',
    statements: [
      'companies-of-clock_advances',
      'companies-of-files',
      'companies-of-forget_requests',
      'companies-of-questions',
      'fail-file',
      'find-forget-request',
      'find-text-request',
      'freshness',
      'read-taken-file',
    ],
  },
  {
    reason: 'With the company, Postgres reads all its rows instead of those of the questions.',
    statements: ['erase-notes', 'erase-ratings'],
  },
]
