import type { InboxCounts, InboxQuestion } from '@askline/client'
import type { DeskView } from './paths.ts'

/** The fields that decide the group of a question. */
export type GroupFacts = {
  offer?: Pick<NonNullable<InboxQuestion['offer']>, 'isOpenToAll'> | null
  claim?: object | null
}

export type Group<Row> = { name: 'forYou' | 'openToAll' | 'toDo' | 'waiting'; first: Row; size: number }

/**
 * Returns the groups of offered and of claimed questions, each with its first question. The sizes of groups of offers are in `counts`,
 * because not all of their questions are loaded. A claim has a lease while the expert has to answer.
 */
export function findGroups<Row extends GroupFacts>(
  view: DeskView,
  questions: readonly Row[],
  counts: InboxCounts | undefined,
): Group<Row>[] {
  const group = (name: Group<Row>['name'], belongs: (question: Row) => boolean, size?: number): Group<Row>[] => {
    const members = questions.filter(belongs)
    return members[0] ? [{ name, first: members[0], size: size ?? members.length }] : []
  }
  if (view === 'offered') {
    return [
      ...group('forYou', ({ offer }) => offer?.isOpenToAll === false, counts?.own),
      ...group('openToAll', ({ offer }) => offer?.isOpenToAll === true, counts?.open),
    ]
  }
  if (view !== 'claimed') return []
  return [...group('toDo', ({ claim }) => Boolean(claim)), ...group('waiting', ({ claim }) => !claim)]
}
