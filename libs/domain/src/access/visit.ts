import { types } from '@askline/db'
import type { Origin } from './audit.ts'

/** The browser and the address that use a sign-in. Empty if no request opened it. */
export type Visit = Partial<Pick<Origin, 'address' | 'userAgent'>>

/** SQL: the network of an address, which no longer names one person: the /24 of an IPv4 address, or the /48 of an IPv6 address. */
export const networkOf = (address: string) => {
  const length = `case when ${address} like '%:%' then 48 else 24 end`
  return `host(network(set_masklen(${address}::inet, ${length}))) || '/' || ${length}`
}

/** SQL: sets when, with which browser and from which network a sign-in is used. The parameters are `visitValues`. */
export const setVisit = (userAgent: string, address: string) =>
  `used_at = statement_timestamp(), user_agent = ${userAgent}, network = ${networkOf(`${address}::text`)}`
export const visitTypes = [types.nullable(types.text), types.nullable(types.text)] as const
export const visitValues = ({ userAgent, address }: Visit) => [userAgent ?? null, address ?? null] as const
