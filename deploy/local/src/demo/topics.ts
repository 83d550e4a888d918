/** The topics of the sample, which the demo's experts name in their profiles. */
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
