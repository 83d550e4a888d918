/** A page that the search can find, with its words. */
export type Entry = {
  href: string
  title: string
  label: string
  text: string
  /** The points of a word in the title. Words elsewhere have fewer than 5. */
  titlePoints: number
}

/** Returns `retry` for `retries`, and `webhook` for `webhooks`. */
const singular = (word: string) => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')

const wordsIn = (text: string) =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const withSingulars = (words: string[]) => [...words, ...words.map(singular)]

type Indexed = Entry & { titleWords: string[]; labelWords: string[]; textWords: Set<string>; place: string }

const most = 20

/**
 * Returns a search over entries. Each word of a query must begin a word of the entry. A query with a slash must be a part of the
 * path, where a parameter may have any value. Entries whose title has the words come first.
 */
export function openSearch(entries: readonly Entry[]): (query: string) => Entry[] {
  const indexed: Indexed[] = entries.map((entry) => ({
    ...entry,
    titleWords: withSingulars(wordsIn(entry.title)),
    labelWords: wordsIn(entry.label),
    textWords: new Set(withSingulars(wordsIn(entry.text))),
    place: entry.label.toLowerCase(),
  }))
  return (query) => {
    const path = /\S*\/\S*/.exec(query)?.[0]?.toLowerCase()
    const words = wordsIn(path === undefined ? query : query.replace(/\S*\/\S*/, ' ')).map(singular)
    if (path === undefined && words.length === 0) return []
    return indexed
      .map((entry) => ({ entry, points: pointsOf(entry, words, path) }))
      .filter(({ points }) => points > 0)
      .sort((one, other) => other.points - one.points || one.entry.title.length - other.entry.title.length)
      .slice(0, most)
      .map(({ entry }) => entry)
  }
}

function pointsOf(entry: Indexed, words: string[], path: string | undefined): number {
  let points = 1
  if (path !== undefined) {
    if (!fitsPath(entry.place, path)) return 0
    points += entry.place.endsWith(path) ? 10 : 5
  }
  for (const word of words) {
    if (entry.titleWords.includes(word)) points += entry.titlePoints
    else if (entry.titleWords.some((one) => one.startsWith(word))) points += entry.titlePoints - 3
    else if (entry.labelWords.some((one) => one.startsWith(word))) points += 4
    else if ([...entry.textWords].some((one) => one.startsWith(word))) points += 1
    else return 0
  }
  return points
}

/** A path of the query may have values in the places of parameters: `/v1/questions/0192/close`. */
function fitsPath(place: string, path: string): boolean {
  if (place.includes(path)) return true
  const own = (place.split(' ').at(-1) ?? '').split('/')
  const asked = path.split('/')
  const begins = (from: number) =>
    asked.every((part, at) => {
      const mine = own[from + at]
      return (
        mine !== undefined &&
        (mine.startsWith('{') ? part !== '' : mine === part || (at === asked.length - 1 && mine.startsWith(part)))
      )
    })
  return own.some((_part, at) => begins(at))
}
