import type { Model } from '@askline/client'
import { useState } from 'react'
import { useLive } from '../../live/use-live.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Confirm } from '../frame/confirm.tsx'
import { say } from './training-words.ts'

type Act = 'pin' | 'unpin' | 'rollBack' | 'remove'
const doneOf = {
  pin: 'models.pinned.done',
  unpin: 'models.unpinned.done',
  rollBack: 'models.rolledBack.done',
  remove: 'models.removed.done',
} as const

/** Renders the actions on a version. Each asks for confirmation. */
export function ModelActs({
  model,
  hasEarlier,
  onDone,
}: {
  model: Model
  /** There is a version to roll back to. */
  hasEarlier: boolean
  onDone: (act: Act) => void
}) {
  const { client } = useLive()
  const [asked, setAsked] = useState<Act>()
  const { uuid, version } = model
  return (
    <>
      {actsOf(model, hasEarlier).map((act) => (
        <Button
          key={act}
          size="small"
          {...(act === 'remove' ? { kind: 'quiet', icon: 'trash-2' } : {})}
          aria-label={`${say(`models.${act}`)}: ${say('models.version', { version })}`}
          onClick={() => setAsked(act)}
        >
          {say(`models.${act}`)}
        </Button>
      ))}
      {asked && (
        <Confirm
          title={say(`models.${asked}Title`, { version })}
          doLabel={say(`models.${asked}`)}
          isDanger={asked === 'remove'}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await client.admin.models[asked](uuid)
            showToast(say(doneOf[asked]))
            onDone(asked)
          }}
        >
          <p>{say(`models.${asked}Hint`)}</p>
        </Confirm>
      )}
    </>
  )
}

function actsOf({ isPinned, isStale, isRunning }: Model, hasEarlier: boolean): Act[] {
  return [
    ...(isPinned ? (['unpin'] as const) : isStale ? [] : (['pin'] as const)),
    ...(isRunning && hasEarlier ? (['rollBack'] as const) : []),
    ...(isRunning ? [] : (['remove'] as const)),
  ]
}
