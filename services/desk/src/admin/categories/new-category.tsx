import type { Category } from '@askline/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { FormDialog } from '../../desk/form-dialog.tsx'
import { useLive } from '../../live/use-live.ts'
import { Select } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { say } from '../admin-words.ts'
import { NameField } from '../frame/name-field.tsx'
import { types } from './category-page.tsx'

/** Asks for the name of a new category, and opens its settings. */
export function NewCategory({ onClose }: { onClose: () => void }) {
  const { client } = useLive()
  const [, go] = useLocation()
  const [name, setName] = useState('')
  const [type, setType] = useState<Category['type']>('ONE_TO_ONE')
  return (
    <FormDialog
      title={say('categories.add')}
      doLabel={say('categories.add')}
      onClose={onClose}
      onSubmit={async () => {
        const { uuid } = await client.admin.categories.create({ name, type })
        showToast(say('categories.added'))
        go(`/admin/categories/${uuid}`)
      }}
    >
      {(faultOf) => (
        <>
          <NameField of="categories" name={name} fault={faultOf('name')} onChange={setName} />
          <Select
            label={say('categories.type')}
            value={type}
            options={types.map((value) => ({ value, text: say(`categories.${value}`) }))}
            onChange={(event) => setType(event.currentTarget.value as Category['type'])}
          />
        </>
      )}
    </FormDialog>
  )
}
