import type { Response } from '@askline/client'

/** Returns whether the asker has not yet said if an automatic answer helps. */
export const awaitsVerdict = ({ quickReply }: Pick<Response, 'quickReply'>): boolean =>
  quickReply === 'PENDING' || quickReply === 'OPENED'
