import { randomUUID } from 'node:crypto'
import type { QuestionView } from '@askline/contracts'
import { openCaller } from '../clients/caller.ts'
import type { LedgerEntry } from '../oracle.ts'
import { defineFailure } from './failure.ts'

const patienceMs = 15_000

type Size = { keys: number; twins: number }

export const twins = defineFailure<Size>({
  id: 'F17',
  title: 'a hundred parallel twins under one key',
  promise: 'have one effect and hear the same answer, and another body under the key is refused',
  needs: { apis: 2 },
  short: { keys: 4, twins: 100 },
  full: { keys: 1_000, twins: 100 },

  async run({ stage, ada, must }, { keys, twins }) {
    const callers = stage.apiUrls.map((_, n) => openCaller(stage.apiUrls, ada.token, n))
    const ledger: LedgerEntry[] = []
    for (let n = 0; n < keys; n++) {
      const key = randomUUID()
      const attempts = new Set<number>()
      const onAttempt = (status: number) => attempts.add(status)
      const answers = await Promise.all(
        Array.from({ length: twins }, (_, twin) =>
          (callers[twin % callers.length] ?? ada).post<QuestionView>(
            '/questions',
            { text: 'My card?', metadata: { key } },
            // A busy service answers 503, and the twin asks again.
            { key, patienceMs, onAttempt },
          ),
        ),
      )
      const statuses = new Set(answers.map(({ status }) => status))
      must([...statuses].join() === '201', `Twins were answered with ${[...statuses].join(', ')}`)
      const wrong = [...attempts].filter((status) => ![201, 503, 0].includes(status))
      must(wrong.length === 0, `Twins were answered with ${wrong.join(', ')} before they asked again`)
      must(new Set(answers.map(({ data }) => JSON.stringify(data))).size === 1, 'Twins heard different answers')
      const firsts = answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)
      // The first twin may have lost its answer, and hears it again as a repetition.
      const mayBeLost = attempts.has(503) || attempts.has(0)
      must(
        firsts.length === 1 || (firsts.length === 0 && mayBeLost),
        `${firsts.length} twins were told that they came first`,
      )
      const other = await ada.post('/questions', { text: 'My PIN?' }, { key, patienceMs })
      must(other.error?.code === 'idempotency_key_reused', `Another body was answered with ${other.error?.code}`)
      ledger.push({ key, status: 201, uuid: answers[0]?.data?.uuid })
    }
    return { injected: `${keys} keys, each sent ${twins} times at once`, ledger }
  },
})
