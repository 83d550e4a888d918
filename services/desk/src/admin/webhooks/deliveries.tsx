import type { WebhookDelivery, WebhookEndpoint } from '@askline/client'
import type { WebhookDeliveryStatus } from '@askline/contracts'
import { useState } from 'react'
import { Link } from 'wouter'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { useMove } from '../../live/use-move.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Select } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { TypedFilter } from '../../ui/typed-filter.tsx'
import { formatTime } from '../../words/times.ts'
import { CardList } from '../frame/card-list.tsx'
import { FilterBar } from '../frame/filter-bar.tsx'
import { ReloadButton } from '../frame/reload-button.tsx'
import { Row, RowActs, RowFact, Section } from '../frame/section.tsx'
import { useFilters } from '../frame/use-filters.ts'
import { DeliveryDetails } from './delivery-details.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { eventName } from './event-name.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { say } from './webhook-words.ts'

const statuses = ['WAITING', 'DELIVERED', 'FAILED'] as const satisfies readonly WebhookDeliveryStatus[]
/** ms between two looks at the list. */
const lookMs = 5_000
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The deliveries of the last 30 days, newest first, with buttons to send them again. */
export function Deliveries({ webhook }: { webhook: WebhookEndpoint }) {
  const { uuid, state } = webhook
  const { client } = useLive()
  const { run, fault, dismiss } = useMove()
  const { filters, key, isFiltered, setFilter, clear } = useFilters(['status', 'question'])
  const isQuestionWhole = uuidForm.test(filters.question)
  const status = statuses.find((one) => one === filters.status)
  const list = useFetch(
    `deliveries ${uuid} ${key}`,
    () =>
      client.admin.webhooks.deliveries(uuid, {
        limit: 50,
        ...(status ? { status } : {}),
        ...(isQuestionWhole ? { questionUuid: filters.question } : {}),
      }),
    { pollMs: lookMs },
  )
  const [chosen, setOpened] = useState<WebhookDelivery>()
  const opened = list.value?.find((one) => one.uuid === chosen?.uuid) ?? chosen
  const [isReplaying, setIsReplaying] = useState(false)
  const openDetails = (delivery: WebhookDelivery | undefined) => {
    dismiss()
    setOpened(delivery)
  }
  const resend = (delivery: WebhookDelivery) =>
    run(delivery.uuid, async () => {
      await client.admin.webhooks.resend(delivery.uuid)
      showToast(say(state === 'ACTIVE' ? 'webhooks.resent' : 'webhooks.resentLater'))
      setOpened(undefined)
      list.reload()
    })
  /** Returns how to send a delivery again. One that waits until the webhook is enabled waits anyway. */
  const resendOf = (delivery: WebhookDelivery) =>
    state === 'ACTIVE' || delivery.status !== 'WAITING' ? () => void resend(delivery) : undefined
  return (
    <Section title={say('webhooks.deliveries')} isWide>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <Select
          label={say('webhooks.status')}
          value={status ?? ''}
          options={[
            { value: '', text: say('filter.any') },
            ...statuses.map((value) => ({ value, text: say(`webhooks.${value}`) })),
          ]}
          onChange={(event) => setFilter('status', event.currentTarget.value)}
        />
        <TypedFilter
          label={say('webhooks.questionFilter')}
          kept={filters.question}
          fault={filters.question !== '' && !isQuestionWhole ? say('webhooks.questionFault') : undefined}
          onKeep={(value) => setFilter('question', value)}
        />
        <ReloadButton list={list} />
        <Button icon="rotate-ccw" onClick={() => setIsReplaying(true)}>
          {say('webhooks.replay')}
        </Button>
      </FilterBar>
      {!opened && <FaultNotice fault={fault} />}
      <CardList
        list={list}
        isSingle
        empty={
          <Empty icon="send" title={say(isFiltered ? 'filter.none' : 'webhooks.deliveriesNone')}>
            {!isFiltered && say('webhooks.deliveriesNoneHint')}
          </Empty>
        }
      >
        {(delivery) => (
          <DeliveryRow
            key={delivery.uuid}
            delivery={delivery}
            webhook={webhook}
            onOpen={() => openDetails(delivery)}
            onResend={resendOf(delivery)}
          />
        )}
      </CardList>
      {opened && (
        <DeliveryDetails
          delivery={opened}
          webhook={webhook}
          fault={<FaultNotice fault={fault} />}
          onResend={resendOf(opened)}
          onClose={() => openDetails(undefined)}
        />
      )}
      {isReplaying && <ReplayDialog uuid={uuid} onReplayed={list.reload} onClose={() => setIsReplaying(false)} />}
    </Section>
  )
}

function DeliveryRow({
  delivery,
  webhook,
  onOpen,
  onResend,
}: {
  delivery: WebhookDelivery
  webhook: WebhookEndpoint
  onOpen: () => void
  onResend: (() => void) | undefined
}) {
  const { date, questionUuid } = delivery
  const event = eventName(delivery.type)
  const time = formatTime(date)
  return (
    <Row>
      <strong>{event}</strong>
      <RowFact>
        <time dateTime={date}>{time}</time>
      </RowFact>
      <DeliveryState delivery={delivery} webhook={webhook} />
      {questionUuid && <Link href={`/admin/questions/${questionUuid}`}>{say('webhooks.openQuestion')}</Link>}
      <RowActs>
        <Button size="small" aria-label={say('webhooks.detailsOf', { event, time })} onClick={onOpen}>
          {say('webhooks.details')}
        </Button>
        {onResend && (
          <Button
            size="small"
            icon="rotate-ccw"
            aria-label={say('webhooks.resendOf', { event, time })}
            onClick={onResend}
          >
            {say('webhooks.resend')}
          </Button>
        )}
      </RowActs>
    </Row>
  )
}
