import { types } from '@askline/db'
import { type EndedFamily, type Family, familyRow, isFamilyOpen } from './families.ts'

/**
 * The result of redeeming a code or refresh token of an expert, agent or admin. If it had been used before, `ended` is the
 * sign-in that was ended for that.
 */
export type Redeemed =
  | { outcome: 'redeemed'; family: Family }
  | { outcome: 'refused'; ended: EndedFamily[]; of?: Family }

export const refused = (): Redeemed => ({ outcome: 'refused', ended: [] })

/** The columns that a redemption reads. */
export const staffRow = {
  ...familyRow,
  role: types.textOf<Family['role']>(),
  isOpen: types.boolean,
  isUsed: types.boolean,
}
/** SQL: `isFamilyOpen`, and its person does not only ask. */
export const isStaffFamilyOpen = `u.role <> 'user' and ${isFamilyOpen}`
