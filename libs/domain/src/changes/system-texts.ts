import type { SystemMessageType } from '@askline/contracts'

/** The body of each system message: what a client may show as it is. Clients that know the type write their own. */
export const systemTexts: Record<SystemMessageType, string> = {
  NOTIFYING_EXPERTS_SYSTEM_MESSAGE: 'We are asking the experts most likely to help you.',
  ACCEPTED_RESPONSE_SYSTEM_MESSAGE: 'You accepted this response.',
  QUESTION_EXPIRED_SYSTEM_MESSAGE: 'This question has expired.',
  QUESTION_CLOSED_SYSTEM_MESSAGE: 'This question was closed.',
  QUESTION_REROUTED_SYSTEM_MESSAGE: 'This question was handed to our own agents.',
  RATE_RESPONSE_SYSTEM_MESSAGE: 'How helpful was this response?',
  CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE: 'Still waiting? You can hand this question to our own agents.',
  ADD_TESTIMONIAL_SYSTEM_MESSAGE: 'Glad it helped. Would you like to say a word about this response?',
  ADDED_TESTIMONIAL_SYSTEM_MESSAGE: 'Thank you for your testimonial.',
  ACCEPT_RESPONSE_SYSTEM_MESSAGE: 'Did this response answer your question?',
  MARK_AS_RESOLVED_MESSAGE: 'Is this resolved? Without an answer it counts as resolved.',
  APPROVED_MARK_AS_RESOLVED_MESSAGE: 'This question was confirmed as resolved.',
  CONTESTED_MARK_AS_RESOLVED_MESSAGE: 'This question is not resolved yet.',
  QUESTION_REJECTED_BY_KEYWORD_SYSTEM_MESSAGE: 'This question cannot be accepted because of its wording.',
  QUESTION_REJECTED_BY_DOMAIN_SYSTEM_MESSAGE: 'Questions from this e-mail domain are not accepted.',
  AUTORESPONSE_MESSAGE: 'Does this answer your question?',
  ACCEPTED_AUTORESPONSE_MESSAGE: 'You accepted this automatic answer.',
  REJECTED_AUTORESPONSE_MESSAGE: 'This automatic answer did not help.',
}
