/** Tables that hold no company's data, and why. */
export const sharedTables: Record<string, string> = {
  companies: 'the list of companies itself; its id is the company',
  feed_marks: 'one list for the feeds of all companies, because transactions are numbered for the whole server',
  feeds: 'one row: the id of the feed of this database',
  reconciliation: 'one row: how far the checks of all companies are',
  revocations: 'read as a whole by every process, for all companies at once',
  setup_links: 'one row: the link that creates the first company',
  signing_keys: 'sign the tokens of all companies',
}

/** Keys of companies' tables without `company_id`, as `table: key`. The list only shrinks. */
export const exceptionsOfKeys: { reason: string; keys: string[] }[] = [
  {
    reason: 'a dead job may belong to no company that is known, so `company_id` may be null',
    keys: ['dead_letters: dead_letters_deadline', 'dead_letters: dead_letters_job', 'dead_letters: dead_letters_pkey'],
  },
]
