import { isStopWord } from './languages.ts'

/** Stop words that change the meaning of a question: question words, negations, and words of place and time. */
const turning = new Map<string, ReadonlySet<string>>(
  Object.entries({
    en: `who whom whose what when where why which how not no never cannot without from before after between under over up down in
      out on off only all each few many much more most`,
    es: 'quien quién quienes quiénes que qué cuando cuándo donde dónde cual cuál como cómo no nunca sin desde antes después',
    fa: 'چه چی که کی چرا کجا چگونه چند کدام نه بدون از',
    fr: 'qui que quoi quand où pourquoi quel quelle quels quelles comment ne pas jamais sans avant après',
    id: 'apa siapa kapan mana dimana mengapa kenapa bagaimana berapa tidak bukan tanpa dari sebelum sesudah',
    it: 'chi che cosa quando dove perché quale quali come quanto non mai senza da prima dopo',
    nl: 'wie wat wanneer waar waarom welke welk hoe niet geen nooit zonder van voor na',
    no: 'hvem hva når hvor hvorfor hvilken hvilke hvordan ikke ingen aldri uten fra før etter',
    nb: 'hvem hva når hvor hvorfor hvilken hvilke hvordan ikke ingen aldri uten fra før etter',
    pl: 'kto co kiedy gdzie dlaczego który która które jak ile nie nigdy bez od przed po',
    pt: 'quem que quando onde porque qual quais como não nunca sem desde antes depois',
    ru: 'кто что когда где почему какой какая какие как сколько не нет никогда без от до после',
    sv: 'vem vad när var varför vilken vilka hur inte ingen aldrig utan från före efter',
    uk: 'хто що коли де чому який яка які як скільки не ні ніколи без від до після',
  }).map(([language, words]) => [language, new Set(words.split(/\s+/u))]),
)

const civilities = new Map<string, ReadonlySet<string>>(
  Object.entries({ en: new Set('please hello hi hey thanks thank'.split(' ')) }),
)

const digit = /^\p{N}$/u

/** Whether a lower-case word can be left out, or put in, and a question still asks the same: articles, auxiliaries, pronouns, civilities. */
export function isSmallWord(word: string, language: string): boolean {
  if (civilities.get(language)?.has(word)) return true
  return isStopWord(word, language) && !turning.get(language)?.has(word) && !digit.test(word)
}
