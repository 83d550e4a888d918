import type { ForgetReceipt } from '@askline/client'
import { useRef, useState } from 'react'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { useProgress } from '../../live/use-progress.ts'
import { useRefusal } from '../../live/use-refusal.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { TextField } from '../../ui/field.tsx'
import { useRefusedFocus } from '../../ui/refused-focus.ts'
import type { Column } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { formatTime } from '../../words/times.ts'
import { codeText, hasText, say } from '../admin-words.ts'
import { ApiText } from '../frame/api-text.tsx'
import { Confirm } from '../frame/confirm.tsx'
import { ListTable } from '../frame/list-table.tsx'
import { Page } from '../frame/page.tsx'
import { ShortId } from '../frame/short-id.tsx'
import styles from './privacy-page.module.css'

/** `/desk/admin/privacy`: forget a person, and see how far each erasure has come. */
export function PrivacyPage() {
  const { client } = useLive()
  const list = useFetch('receipts', () => client.users.listForgetReceipts({ limit: 100 }))
  useProgress(list, {
    isOpen: ({ status }) => status === 'ERASING',
    fetch: (uuid) => client.users.getForgetReceipt(uuid),
    everyMs: 3_000,
  })
  const [email, setEmail] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const address = email.trim()
  const form = useRef<HTMLFormElement>(null)
  const refusal = useRefusal()
  useRefusedFocus(form, refusal.last)
  const fault = refusal.faultOf('userEmail')
  return (
    <Page isFilled title={say('privacy.title')} lead={say('privacy.lead')}>
      <form
        ref={form}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          setIsAsking(true)
        }}
      >
        <TextField
          label={say('privacy.email')}
          type="text"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
          autoComplete="off"
          value={email}
          fault={fault}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" kind="danger" icon="trash-2" disabled={address === ''}>
          {say('privacy.forget')}
        </Button>
      </form>
      {fault === undefined && <FaultNotice fault={refusal.fault} />}
      {isAsking && (
        <Confirm
          title={say('privacy.confirm', { email: address })}
          doLabel={say('privacy.forget')}
          isDanger
          typed={address}
          refusal={refusal}
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            await client.users.forget({ userEmail: address })
            setEmail('')
            list.reload()
            showToast(say('privacy.accepted'))
          }}
        >
          <ul className={styles['what']}>
            <li>{say('privacy.what1')}</li>
            <li>{say('privacy.what2')}</li>
            <li>{say('privacy.what3')}</li>
          </ul>
        </Confirm>
      )}
      <ListTable
        label={say('privacy.receipts')}
        list={list}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        empty={<Empty icon="shield" title={say('privacy.none')} />}
      />
    </Page>
  )
}

const columns: Column<ForgetReceipt>[] = [
  { name: 'receipt', title: say('privacy.receipt'), cell: ({ uuid }) => <ShortId id={uuid} /> },
  {
    name: 'status',
    title: say('privacy.status'),
    cell: ({ status }) =>
      status === 'ERASED' ? (
        <Badge kind="good">{say('privacy.erasedStatus')}</Badge>
      ) : status === 'NOT_FOUND' ? (
        <Badge kind="plain">{say('privacy.notFound')}</Badge>
      ) : (
        <Badge kind="warn">{say('privacy.erasing')}</Badge>
      ),
  },
  {
    name: 'erased',
    title: say('privacy.erased'),
    width: 'wide',
    cell: ({ erased }) =>
      Object.entries(erased)
        .filter(([, n]) => n > 0)
        .map(([store, n]) => {
          const name = `store.${store}`
          return say(hasText(name) ? name : 'store.other', { n })
        })
        .join(', ') || say('privacy.nothing'),
  },
  {
    name: 'remains',
    title: say('privacy.remains'),
    width: 'wide',
    cell: ({ remains }) =>
      remains.length === 0 ? (
        say('privacy.nothing')
      ) : (
        <ul>
          {remains.map(({ code, message }) => (
            <li key={code}>
              <ApiText text={codeText(`remains.${code}`)} message={message} />
            </li>
          ))}
        </ul>
      ),
  },
  {
    name: 'date',
    title: say('privacy.asked'),
    width: 'time',
    cell: ({ dateCreated }) => <time dateTime={dateCreated}>{formatTime(dateCreated)}</time>,
  },
]
