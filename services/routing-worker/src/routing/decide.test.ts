import { expertNamed } from '@askline/domain/test/routing-expert'
import { CompanyEvidence } from '@askline/learning/evidence/company-evidence'
import { expect, test } from 'vitest'
import { asked } from '../../test/routable.ts'
import { decide } from './decide.ts'

const question = asked({ text: 'Mortgage?' })
const known = { patient: new Map(), findings: new Map() }

function evidenceOf(experts: number): CompanyEvidence {
  const evidence = new CompanyEvidence('company')
  evidence.setTime(
    { companyId: 'company', companyNow: new Date(), databaseNow: new Date(), history: '' },
    performance.now(),
  )
  for (let n = 0; n < experts; n++) evidence.updateExpert(expertNamed(`e${n}`, { topics: ['mortgage'] }))
  return evidence
}

test('the event loop may run between the steps of one decision, and before each expert of a new list', async () => {
  let pauses = 0
  const count = () => void pauses++

  await decide({ find: () => first }, [question], known, count)
  // Two lists of 100 experts, before ranking, before the place of a new expert, and after the decision.
  expect(pauses).toBe(203)
  await decide({ find: () => first }, [question], known, count)
  expect(pauses).toBe(206)
})
const first = evidenceOf(100)

test.each([1, 2])('a decision during which experts leave names none of them (pause %i)', async (pauseOfChange) => {
  const evidence = evidenceOf(6)
  // The lists exist, so that the pauses are those of the decision.
  await decide({ find: () => evidence }, [question], known)
  let pauses = 0
  const leave = async () => {
    if (++pauses !== pauseOfChange) return
    for (let n = 0; n < 4; n++)
      evidence.updateExpert(expertNamed(`e${n}`, { topics: ['mortgage'], availability: 'AWAY' }))
  }

  const decision = (await decide({ find: () => evidence }, [question], known, leave)).get('question')

  expect(decision).toMatchObject({
    isLast: true,
    experts: [{ expertId: 'e4' }, { expertId: 'e5' }],
    decision: { counts: { offered: 2, away: 4 } },
  })
})

test('a decision during which the evidence is loaded again uses the new evidence', async () => {
  let current = evidenceOf(6)
  const loadAgain = async () => {
    current = again
  }
  const again = evidenceOf(1)

  const decision = (await decide({ find: () => current }, [question], known, loadAgain)).get('question')

  expect(decision).toMatchObject({ experts: [{ expertId: 'e0' }] })
})
