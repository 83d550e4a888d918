import type { Database, Tx } from '@askline/db'
import type { Actor } from '@askline/domain/actors'
import type { Change, Done } from '@askline/domain/changes/change'
import { makeChangesAndRead } from '@askline/domain/changes/make-changes'
import { type KeyedRequest, storeAnswersWith } from '@askline/domain/idempotency'
import { type Shown, viewShown } from '@askline/domain/views/shown'
import { openCompanyGroups } from './company-groups.ts'

/** A change of one question, and what the answer to its request shows. */
export type Begun = { actor: Actor; change: Change; shows: (done: Done) => Shown }

/** `begin` finds the actor and states the change. */
type Grouped = { begin: (tx: Tx) => Promise<Begun>; keyed: KeyedRequest | undefined; status: number }

/**
 * Makes concurrent changes of one company together. A change is made alone if its question is busy or unknown, if its actor or its
 * request is faulty, or if it is refused and its refusal has to be stored under a key.
 */
export const openChangeGroups = (db: Database, publicUrl: string) =>
  openCompanyGroups<Grouped, object>(db, (tx, _companyId, grouped) => makeTogether(tx, grouped, publicUrl))

export type ChangeGroups = ReturnType<typeof openChangeGroups>

async function makeTogether(tx: Tx, grouped: Grouped[], publicUrl: string): Promise<(object | Error | undefined)[]> {
  // Alone a faulty request fails by its own error.
  const begun = await Promise.all(
    grouped.map(({ begin, ...request }) =>
      begin(tx).then(
        (one) => [{ ...request, ...one }],
        () => [],
      ),
    ),
  )
  const requests = begun.flat()
  const { outcomes, view: views = [] } = await makeChangesAndRead(
    tx,
    requests.map(({ change }) => change),
    {
      waits: false,
      read: (made) =>
        viewShown(
          tx,
          made.flatMap((one, i) => {
            const request = requests[i]
            return one.is === 'done' && request ? [{ actor: request.actor, shown: request.shows(one) }] : []
          }),
          publicUrl,
        ),
    },
  )
  const shown = views.values()
  const results = outcomes.map((outcome, i) => {
    if (outcome.is === 'done') return shown.next().value?.()
    return outcome.is === 'refused' && !requests[i]?.keyed ? outcome.error : undefined
  })
  storeAnswersWith(
    tx,
    outcomes.flatMap((outcome, i) => {
      const { keyed, status = 200 } = requests[i] ?? {}
      return outcome.is === 'done' && keyed
        ? [{ ...keyed, status, body: results[i], questionId: outcome.after.id }]
        : []
    }),
  )
  const made = results.values()
  return begun.map((one) => (one.length > 0 ? made.next().value : undefined))
}
