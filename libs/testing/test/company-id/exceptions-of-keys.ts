/** Tables that hold no company's data, and why. */
export const sharedTables: Record<string, string> = {
  companies: 'the list of companies itself; its id is the company',
  reconciliation: 'one row: how far the checks of all companies are',
  revocations: 'read as a whole by every process, for all companies at once',
  signing_keys: 'sign the tokens of all companies',
}

/** Keys of companies' tables without `company_id`, as `table: key`. The list only shrinks. */
export const exceptionsOfKeys: { reason: string; keys: string[] }[] = [
  {
    reason: 'a dead job may belong to no company that is known, so `company_id` may be null',
    keys: ['dead_letters: dead_letters_deadline', 'dead_letters: dead_letters_job', 'dead_letters: dead_letters_pkey'],
  },
  {
    reason: 'the previous version names these columns in ON CONFLICT; add the company when no process of it can run',
    keys: [
      'drafts: drafts_user_id_question_id_pk',
      'routing_decisions: routing_decisions_question_id_round_wave_kind_pk',
    ],
  },
  {
    reason: 'follows in the next migrations',
    keys: [
      'drafts: drafts_question_id_questions_id_fk',
      'messages: messages_pkey',
      'messages: messages_question_id_questions_id_fk',
      'messages: messages_response_id_responses_id_fk',
      'notes: notes_question_id_questions_id_fk',
      'offers: offers_one_pending',
      'offers: offers_pkey',
      'offers: offers_question_id_questions_id_fk',
      'outbox: outbox_pkey',
      'question_events: question_events_question_id_questions_id_fk',
      'question_events: question_events_question_id_seq_pk',
      'question_external_ids: question_external_ids_question_id_questions_id_fk',
      'questions: questions_pkey',
      'responses: responses_pkey',
      'responses: responses_question_id_questions_id_fk',
      'revisions: revisions_question_id_questions_id_fk',
    ],
  },
]
