/** What the demo company's customers ask about: the topics of the sample, which experts name as theirs. */
export const topics = [
  'card delivery',
  'card payments',
  'cash machines',
  'transfers',
  'top-ups',
  'exchange rates',
  'security',
  'identity and account',
] as const
export type Topic = (typeof topics)[number]
