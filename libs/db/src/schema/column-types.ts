import { sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A point in time, to the millisecond: what JavaScript can hold and the freshness rule counts in. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const createdAt = () => instant('created_at').notNull().default(sql`clock_timestamp()`)

export const interval = customType<{ data: string }>({ dataType: () => 'interval' })

export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })
