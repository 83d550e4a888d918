/**
 * Columns that could hold words and hold none that a person who asks has written: by table, and why. A column that
 * holds such words is filled in the test of forgetting instead, and erased in `src/privacy/forget-erase.ts`.
 */
const ours = {
  // Names, kinds, counts, hashes and settings of ours, of the company, of experts and of integrations.
  audit_log: 'action actor_kind fields outcome reason target_id',
  authorization_codes: 'code_challenge code_hash redirect_uri',
  automatic_answers: 'body predicted_class quick_reply',
  categories: 'name settings type',
  companies: 'name settings tag',
  company_events: 'detail type',
  credentials: 'client_id scopes secret_hash',
  dead_letters: 'job_key kind name outcome reason',
  experts: 'availability away_reason languages topic_levels topics working_hours',
  forget_requests: 'email_hash erased',
  idempotency_keys: 'key principal request_hash',
  integrations: 'name redirect_uris system_id',
  message_external_ids: 'system',
  messages: 'author_kind detail type',
  model_chunks: 'bytes',
  models: 'judged report verdict',
  notes: 'author_kind',
  offers: 'reason reasons status',
  outbox: 'jobs',
  password_links: 'purpose token_hash',
  question_events: 'actor_kind audience detail type',
  question_external_ids: 'system',
  questions: 'company_tags language languages open_language open_requirement reroute_type status turn type',
  known_devices: 'secret_hash',
  refresh_tokens: 'token_hash',
  repairs: 'invariant',
  responses: 'quick_reply rating rating_system type',
  revocations: 'kind subject',
  routing_decisions: 'candidates counts facts kind language policy_version requirement',
  routing_rosters: 'named',
  signing_keys: 'encrypted_private_key encryption_key_id kid public_pem',
  setup_links: 'token_hash',
  saved_replies: 'body shortcut title',
  text_requests: 'answer error kind',
  token_families: 'client_id scopes session_hash',
  users: 'role',
  webhook_attempts: 'fault',
  webhook_deliveries: 'status type',
  webhook_endpoints: 'disabled_reason format name state types url',
  webhook_secrets: 'encrypted_secret encryption_key_id',
  widget_openings: 'origin',
}

/** Filled and forgotten in lineage.test.ts, and in the routing worker's snapshots.test.ts. */
const learned = {
  evidence_chunks: 'bytes',
  evidence_snapshots: 'history',
  file_chunks: 'bytes',
  files: 'fault_code format name notes reasons refused sha256 status type uploader_kind',
  knowledge: 'answer class folded language question source suspended_reason',
  past_questions: 'asker_key external_id tags text',
  training_examples: 'class text',
}

/** As `table.column`, in order. */
export const columnsWithoutWords: string[] = Object.entries({ ...ours, ...learned })
  .flatMap(([table, columns]) => columns.split(' ').map((column) => `${table}.${column}`))
  .sort()
