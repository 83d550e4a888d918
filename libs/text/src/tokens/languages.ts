import english from 'natural/lib/natural/stemmers/porter_stemmer.js'
import german from 'natural/lib/natural/stemmers/porter_stemmer_de.js'
import spanish from 'natural/lib/natural/stemmers/porter_stemmer_es.js'
import french from 'natural/lib/natural/stemmers/porter_stemmer_fr.js'
import italian from 'natural/lib/natural/stemmers/porter_stemmer_it.js'
import dutch from 'natural/lib/natural/stemmers/porter_stemmer_nl.js'
import norwegian from 'natural/lib/natural/stemmers/porter_stemmer_no.js'
import portuguese from 'natural/lib/natural/stemmers/porter_stemmer_pt.js'
import russian from 'natural/lib/natural/stemmers/porter_stemmer_ru.js'
import swedish from 'natural/lib/natural/stemmers/porter_stemmer_sv.js'
import ukrainian from 'natural/lib/natural/stemmers/porter_stemmer_uk.js'
import { words as englishStops } from 'natural/lib/natural/util/stopwords.js'
import { words as spanishStops } from 'natural/lib/natural/util/stopwords_es.js'
import { words as persianStops } from 'natural/lib/natural/util/stopwords_fa.js'
import { words as frenchStops } from 'natural/lib/natural/util/stopwords_fr.js'
import { words as indonesianStops } from 'natural/lib/natural/util/stopwords_id.js'
import { words as italianStops } from 'natural/lib/natural/util/stopwords_it.js'
import { words as dutchStops } from 'natural/lib/natural/util/stopwords_nl.js'
import { words as norwegianStops } from 'natural/lib/natural/util/stopwords_no.js'
import { words as polishStops } from 'natural/lib/natural/util/stopwords_pl.js'
import { words as portugueseStops } from 'natural/lib/natural/util/stopwords_pt.js'
import { words as russianStops } from 'natural/lib/natural/util/stopwords_ru.js'
import { words as swedishStops } from 'natural/lib/natural/util/stopwords_sv.js'
import { words as ukrainianStops } from 'natural/lib/natural/util/stopwords_uk.js'

const stemmers = new Map<string, { stem(word: string): string }>(
  Object.entries({
    de: german,
    en: english,
    es: spanish,
    fr: french,
    it: italian,
    nl: dutch,
    no: norwegian,
    nb: norwegian,
    pt: portuguese,
    ru: russian,
    sv: swedish,
    uk: ukrainian,
  }),
)

const stopWords = new Map<string, ReadonlySet<string>>(
  Object.entries({
    en: new Set(englishStops),
    es: new Set(spanishStops),
    fa: new Set(persianStops),
    fr: new Set(frenchStops),
    id: new Set(indonesianStops),
    it: new Set(italianStops),
    nl: new Set(dutchStops),
    no: new Set(norwegianStops),
    nb: new Set(norwegianStops),
    pl: new Set(polishStops),
    pt: new Set(portugueseStops),
    ru: new Set(russianStops),
    sv: new Set(swedishStops),
    uk: new Set(ukrainianStops),
  }),
)

const rememberedStems = 100_000
/** Longer runs of letters are no words, and the stemmers take time in the square of the length. */
const longestWord = 48
const stemsByLanguage = new Map<string, Map<string, string>>()

/** Stem of a lower-case word; the word itself for a language without a stemmer. Stems are remembered: the stemmers are slow regular expressions. */
export function stemOf(word: string, language: string): string {
  const stemmer = stemmers.get(language)
  if (!stemmer || word.length < 3 || word.length > longestWord) return word
  let stems = stemsByLanguage.get(language)
  if (!stems || stems.size > rememberedStems) {
    stems = new Map()
    stemsByLanguage.set(language, stems)
  }
  let stem = stems.get(word)
  if (stem === undefined) {
    stem = stemmer.stem(word)
    stems.set(word, stem)
  }
  return stem
}

/** Whether a lower-case word is too common in its language to tell one question from another. */
export function isStopWord(word: string, language: string): boolean {
  return stopWords.get(language)?.has(word) ?? false
}
