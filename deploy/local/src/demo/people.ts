import type { Availability } from '@askline/contracts'
import type { Topic } from './topics.ts'

export type Character = { name: string; email: string }

const person = (name: string): Character => ({ name, email: `${name.split(' ')[0]!.toLowerCase()}@example.com` })

export const askers = [
  'Ada Okafor',
  'Ben Novak',
  'Chloe Martin',
  'Daniel Price',
  'Elena Rossi',
  'Farid Haddad',
  'Grace Lindqvist',
  'Hugo Alvarez',
  'Ines Carvalho',
  'Jonas Weber',
  'Kavya Nair',
  'Liam Byrne',
].map(person)

export const agents = ['Dora Klein', 'Emil Sorensen'].map(person)
export const admin = person('Frida Holm')

export type DemoExpert = Character & {
  /** Topics, best first. An expert mostly answers in the first one, and sometimes in the others. */
  topics: Topic[]
  languages: string[]
  availability: Availability
  capacity: number
  isOfficial: boolean
  isCertified: boolean
  isElite: boolean
  /** Weight of this expert among those of a topic. 0 means no answers yet. */
  activity: number
  /** Typical rating of the answers, 0 to 1. */
  skill: number
  /** Typical minutes from claim to answer. */
  pace: number
}

type Traits = Partial<Pick<DemoExpert, 'availability' | 'capacity' | 'isOfficial' | 'isCertified' | 'isElite'>>

function expert(
  name: string,
  [activity, skill, pace]: [activity: number, skill: number, pace: number],
  languages: string,
  expertTopics: Topic[],
  traits: Traits = {},
): DemoExpert {
  return {
    ...person(name),
    topics: expertTopics,
    languages: languages.split(' '),
    availability: 'AVAILABLE',
    capacity: 5,
    isOfficial: false,
    isCertified: false,
    isElite: false,
    ...traits,
    activity,
    skill,
    pace,
  }
}

const certified = { isCertified: true }
const elite = { isCertified: true, isElite: true, capacity: 8 }
const official = { isOfficial: true, isCertified: true }

export const experts: DemoExpert[] = [
  expert('Bruno Keller', [5, 0.95, 4], 'en de', ['card payments', 'card delivery'], elite),
  expert('Carla Mendes', [5, 0.93, 5], 'en es', ['transfers', 'top-ups'], elite),
  expert('Gita Rao', [4, 0.9, 6], 'en', ['card delivery'], certified),
  expert('Hans Richter', [3, 0.72, 11], 'en de', ['card delivery', 'security']),
  expert('Isabel Torres', [2, 0.81, 8], 'en es', ['card delivery', 'identity and account'], { availability: 'AWAY' }),
  expert('Jack Murray', [3, 0.84, 7], 'en', ['card payments'], certified),
  expert('Klara Vogel', [2, 0.64, 14], 'en de', ['card payments', 'exchange rates']),
  expert('Luc Moreau', [4, 0.91, 5], 'en fr', ['cash machines', 'exchange rates'], elite),
  expert('Mina Park', [3, 0.78, 9], 'en', ['cash machines', 'card payments']),
  expert('Noah Bennett', [2, 0.58, 16], 'en', ['cash machines']),
  expert('Olga Petrova', [3, 0.86, 6], 'en', ['transfers'], certified),
  expert('Paul Dubois', [2, 0.74, 10], 'en fr', ['transfers', 'cash machines']),
  expert('Quinn Harper', [1, 0.69, 12], 'en', ['transfers', 'identity and account'], { capacity: 3 }),
  expert('Rosa Jimenez', [4, 0.88, 6], 'en es', ['top-ups', 'card payments'], certified),
  expert('Sven Larsson', [2, 0.67, 13], 'en', ['top-ups'], { capacity: 3 }),
  expert('Tara Singh', [4, 0.92, 5], 'en', ['exchange rates', 'transfers'], certified),
  expert('Ugo Bianchi', [2, 0.7, 12], 'en', ['exchange rates', 'top-ups'], { availability: 'OFFLINE' }),
  expert('Vera Schmidt', [4, 0.96, 3], 'en de', ['security', 'card payments'], { ...official, isElite: true }),
  expert('Walter Boyd', [3, 0.82, 7], 'en', ['security', 'identity and account'], official),
  expert('Xenia Lopez', [4, 0.89, 6], 'en es', ['identity and account'], official),
  expert('Yusuf Demir', [2, 0.76, 9], 'en de', ['identity and account', 'security'], certified),
  // Newcomers: a profile and no record.
  expert('Zoe Fontaine', [0, 0.8, 8], 'en fr', ['top-ups', 'transfers']),
  expert('Anton Berger', [0, 0.8, 8], 'de', ['card delivery', 'card payments'], certified),
  expert('Beatriz Silva', [0, 0.8, 8], 'es fr', ['transfers', 'security']),
]

/** The experts of the sandbox: people of the same names and addresses, in another company. */
export const sandboxExperts: DemoExpert[] = experts.slice(0, 2)
