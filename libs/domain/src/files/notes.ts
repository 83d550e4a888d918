import type { FileNote } from '@askline/contracts'
import type { Statement, Tx } from '@askline/db'

type Counts = { classes: number; small: number; repeated: number; ambiguous: number }

// Nearly what a classifier reads: what reads the same here reads the same there.
const counts: Statement = {
  name: 'file-notes',
  text: `with rows as (
      select class, btrim(regexp_replace(lower(normalize(text, NFKC)), '[[:space:][:punct:]]+', ' ', 'g')) as reading
      from training_examples where file_id = $1 and class is not null and text is not null
    ), texts as (select distinct class, reading from rows),
    of_class as (select count(*) as texts from texts group by class),
    of_text as (select count(*) as classes from texts group by reading)
    select (select count(*) from of_class)::int as classes,
      (select count(*) from of_class where texts < 5)::int as small,
      ((select count(*) from rows) - (select count(*) from texts))::int as repeated,
      (select count(*) from of_text where classes > 1)::int as ambiguous`,
}

/** What of a file's utterances teaches nothing, or less than it seems, each with a count and in words. */
export async function findFileNotes(tx: Tx, fileId: string): Promise<FileNote[]> {
  const [found] = await tx.query<Counts>(counts, [fileId])
  if (!found) return []
  const { classes, small, repeated, ambiguous } = found
  const notes: FileNote[] = [
    {
      code: 'one_class',
      count: Number(classes === 1),
      message: 'All rows have one class: nothing is learned before there are two, with five different texts each.',
    },
    {
      code: 'classes_too_small',
      count: small,
      message: `Classes with fewer than five different texts in this file: ${small}. They are learned only with texts from elsewhere.`,
    },
    {
      code: 'rows_repeated',
      count: repeated,
      message: `Rows that differ from another of their class in case, punctuation or white space at most: ${repeated}. They count once.`,
    },
    {
      code: 'texts_of_several_classes',
      count: ambiguous,
      message: `Texts that have more than one class: ${ambiguous}. Nobody can be right about them each time.`,
    },
  ]
  return notes.filter(({ count }) => count > 0)
}
