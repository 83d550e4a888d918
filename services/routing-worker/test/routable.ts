import type { RoutableQuestion } from '@askline/domain/routing/routable'

/** Returns a question that was just asked and never offered, with these changes. */
export function asked(changes: Partial<RoutableQuestion> = {}): RoutableQuestion {
  return {
    questionId: 'question',
    companyId: 'company',
    askerId: 'ada',
    type: 'ONE_TO_ONE',
    text: 'Card?',
    language: null,
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
