import { buildRandom } from '@askline/local'

/** Seven problems with each of eleven things: 77 classes. Every name of a thing fits every sentence. */
const things: Record<string, string[]> = {
  card: ['my card', 'the new debit card', 'my plastic card', 'the contactless card'],
  transfer: ['my bank transfer', 'the transfer abroad', 'my wire to a friend', 'the SEPA transfer'],
  'top-up': ['my top-up', 'the automatic top-up', 'the money I loaded', 'my top up by cheque'],
  account: ['my account', 'the joint account', 'my savings account', 'the account of my daughter'],
  passcode: ['my passcode', 'the PIN', 'my four-digit code', 'the code for the app'],
  refund: ['my refund', 'the money back from the shop', 'my reimbursement', 'the returned payment'],
  exchange: ['my currency exchange', 'the euro conversion', 'my order for dollars', 'the foreign money'],
  withdrawal: ['my cash withdrawal', 'the money from the machine', 'my ATM withdrawal', 'the banknotes'],
  statement: ['my statement', 'the monthly overview', 'my list of payments', 'the yearly report'],
  loan: ['my loan', 'the instalment credit', 'my mortgage', 'the money I borrowed'],
  subscription: ['my subscription', 'the premium plan', 'my metal membership', 'the monthly plan'],
}
const matters: Record<string, string[]> = {
  late: ['when will I get {}', '{} still has not arrived', 'how long does {} take', 'I am waiting for {} since {when}'],
  refused: [
    'why was {} declined',
    '{} did not go through',
    '{} was rejected {when}',
    'you refused {} without a reason',
  ],
  fee: ['why was I charged for {}', 'what does {} cost', 'there is a fee on {}', 'I see an extra charge for {}'],
  cancel: ['how do I cancel {}', 'please stop {}', 'I do not want {} any more', 'can {} be undone'],
  limit: ['is there a limit on {}', 'how high may {} be', 'can I raise the maximum of {}', 'what is the most for {}'],
  wrong: [
    '{} is wrong',
    'something is not right with {}',
    '{} shows another amount',
    'there is a mistake in {} of {when}',
  ],
  change: ['how can I change {}', 'I want to update {}', 'can I set up {} anew', 'where do I find settings for {}'],
}
const openings = [
  '',
  '',
  '',
  'hi, ',
  'hello there, ',
  'excuse me, ',
  'quick question: ',
  'I need help, ',
  'sorry, but ',
]
const endings = [
  '',
  '',
  '',
  ' please',
  ' thanks',
  ', can you help me',
  ' and what do I do now',
  ', it is urgent',
  ' at all',
]
const places = [
  '',
  '',
  '',
  ' in Lisbon',
  ' at the airport',
  ' in the app',
  ' in the supermarket',
  ' on holiday',
  ' online',
]
const times = ['yesterday', 'Monday', 'last week', 'the weekend', 'this morning', 'the third of May']
/** Share of utterances with a wrong label. */
const mistaken = 0.02

export type Utterance = { text: string; class: string }

/** Generates different utterances of 77 classes in equal numbers, as customers of a bank write them. Deterministic per seed. */
export function makeUtterances(count: number, seed: number): Utterance[] {
  const random = buildRandom(seed)
  const classes = Object.keys(things).flatMap((thing) => Object.keys(matters).map((matter) => ({ thing, matter })))
  const nameOf = ({ thing, matter }: { thing: string; matter: string }) => `${thing}-${matter}`
  const made = new Map<string, Utterance>()
  for (let n = 0; made.size < count; n++) {
    const about = classes[n % classes.length] ?? { thing: 'card', matter: 'late' }
    const sentence = random.pick(matters[about.matter] ?? []).replace('{}', random.pick(things[about.thing] ?? []))
    const dated = sentence.replace('{when}', random.pick(times))
    const sum = random.chance(0.2) ? ` (${Math.round(random.between(5, 900))} euros)` : ''
    const text = `${random.pick(openings)}${dated}${random.pick(places)}${sum}${random.pick(endings)}`
    const labelled = random.chance(mistaken) ? random.pick(classes) : about
    made.set(text, { text, class: nameOf(labelled) })
  }
  return [...made.values()]
}

/** Returns the utterances as the file that a company uploads. */
export const csvOf = (utterances: readonly Utterance[]): string =>
  `text,class\n${utterances.map(({ text, class: name }) => `"${text}",${name}\n`).join('')}`
