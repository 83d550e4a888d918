import type { InboxQuestion } from '@askline/client'

type Offered = Pick<InboxQuestion, 'offer'>

/** Returns offers by the time that is left. Those without an end follow in their former order. */
export const byTimeLeft = <Row extends Offered>(offers: readonly Row[]): Row[] =>
  offers.toSorted((a, b) => {
    const [one, other] = [a.offer?.dateDue ?? '', b.offer?.dateDue ?? '']
    if (one === '' || other === '') return Number(one === '') - Number(other === '')
    return Date.parse(one) - Date.parse(other)
  })
