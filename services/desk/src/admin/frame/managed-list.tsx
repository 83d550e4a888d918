import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Fetched } from '../../live/use-fetch.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { Column } from '../../ui/table.tsx'
import { say } from '../admin-words.ts'
import { ListTable } from './list-table.tsx'
import { Page } from './page.tsx'
import { useFilters } from './use-filters.ts'

/** The page of a list to which admins add. A link with `?add=yes` opens the form at once. */
export function ManagedList<Row extends { uuid: string }>({
  of,
  icon,
  list,
  columns,
  emptyAction,
  form,
  children,
}: {
  of: 'categories' | 'experts' | 'integrations' | 'staff' | 'webhooks'
  /** Stands for the list while it is empty. */
  icon: IconName
  list: Fetched<readonly Row[]>
  columns: readonly Column<Row>[]
  /** Leads on while the list is empty. */
  emptyAction?: ReactNode
  /** Returns the form that adds one. */
  form: (onClose: () => void) => ReactNode
  /** Content that the page shows after an item was added. */
  children?: ReactNode
}) {
  const { filters, clear } = useFilters(['add'])
  const isWanted = filters.add === 'yes'
  const [isAdding, setIsAdding] = useState(isWanted)
  const forgetWish = useEffectEvent(clear)
  useEffect(() => {
    if (isWanted) forgetWish()
  }, [isWanted])
  return (
    <Page
      isFilled
      title={say(`${of}.title`)}
      lead={say(`${of}.lead`)}
      actions={
        <Button kind="primary" icon="plus" onClick={() => setIsAdding(true)}>
          {say(`${of}.add`)}
        </Button>
      }
    >
      <ListTable
        label={say(`${of}.title`)}
        list={list}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        empty={
          <Empty icon={icon} title={say(`${of}.none`)} action={emptyAction}>
            {say(`${of}.noneHint`)}
          </Empty>
        }
      />
      {isAdding && form(() => setIsAdding(false))}
      {children}
    </Page>
  )
}
