/**
 * SQL: how an ended offer `o` counts in the record of its expert. Wave 0 marks rows of an expert who gave up a claim; the claim
 * itself counts by its own row.
 */
export const endings = {
  claimed: `(o.status = 'accepted')`,
  declined: `(o.status = 'declined' and o.wave <> 0)`,
  missed: `(o.status = 'timed_out' and o.wave <> 0)`,
  withdrawn: `(o.status = 'withdrawn')`,
  released: `(o.status = 'declined' and o.wave = 0 and o.reason is not distinct from 'released')`,
  lapsed: `(o.status = 'timed_out' and o.wave = 0)`,
  /** Passed to another expert. An escalation to the agents is an event of the question. */
  passedOn: `(o.status = 'declined' and o.wave = 0 and o.reason is distinct from 'released')`,
}

/** SQL: the day of a time, in UTC. */
export const dayOf = (at: string) => `(${at} at time zone 'UTC')::date`
