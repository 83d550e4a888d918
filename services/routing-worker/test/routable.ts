import type { DecidedQuestion } from '../src/routing/plan-wave.ts'

/** Returns a question that was just asked and never offered, with these changes. */
export function asked(changes: Partial<DecidedQuestion> = {}): DecidedQuestion {
  return {
    questionId: 'question',
    companyId: 'company',
    askerId: 'ada',
    type: 'ONE_TO_ONE',
    text: 'Card?',
    language: null,
    likelyLanguage: undefined,
    categoryId: 'general',
    ageMs: 0,
    wave: 0,
    round: 0,
    offeredExpertIds: [],
    declinedExpertIds: [],
    pendingExpertIds: [],
    settings: {},
    predictedClass: null,
    wasOffered: false,
    isUntouched: true,
    promiseLeftMs: null,
    hasHeavy: false,
    isOpen: false,
    openRequirement: null,
    ...changes,
  }
}
