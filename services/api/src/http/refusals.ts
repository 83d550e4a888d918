/** Codes of 400 that several endpoints share. */

/** A question that is closed or in other hands. */
export const moved = ['interaction_not_allowed', 'move_not_allowed', 'already_rerouted'] as const
export const movedByExpert = [
  ...moved,
  'claim_lost',
  'not_claimed',
  'offer_closed',
  'already_claimed',
  'at_capacity',
] as const
export const movedByAgent = [...moved, 'agent_unknown', 'email_invalid', 'name_invalid'] as const
