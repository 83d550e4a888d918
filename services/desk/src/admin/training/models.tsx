import type { Model } from '@askline/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { useLive } from '../../live/use-live.ts'
import { useResource } from '../../live/use-resource.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { formatTime } from '../../words/times.ts'
import { Confirm } from '../frame/confirm.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { Row, RowFact, Rows, Section } from '../frame/section.tsx'
import { say } from '../words.ts'
import { ModelBadges } from './model-badges.tsx'
import { percent } from './percent.ts'

type Act = 'pin' | 'unpin' | 'rollBack'
const doneOf = { pin: 'models.pinned.done', unpin: 'models.unpinned.done', rollBack: 'models.rolledBack.done' } as const

/** The newest versions of the classifier, with what can be done with each. */
export function Models() {
  const { client } = useLive()
  const models = useResource('models', async () => (await client.admin.models.list({ limit: 20 }).page()).items, {
    pollMs: 5_000,
  })
  const [asked, setAsked] = useState<{ act: Act; model: Model }>()
  return (
    <Section title={say('models.title')} lead={say('models.lead')}>
      <Loaded resource={models}>
        {(all) =>
          all.length === 0 ? (
            <p>
              {say('models.none')} {say('models.noneHint')}
            </p>
          ) : (
            <Rows>
              {all.map((model) => (
                <Row key={model.uuid}>
                  <Link href={`/admin/training/${model.uuid}`}>
                    {say('models.version', { version: model.version })}
                  </Link>
                  <ModelBadges model={model} />
                  <RowFact>{say('models.accuracy', { accuracy: percent(model.accuracy) })}</RowFact>
                  <RowFact>{say('models.learned', { examples: model.examples, classes: model.classes })}</RowFact>
                  <RowFact>
                    {say(`models.${model.verdict}`)},{' '}
                    <time dateTime={model.dateCreated}>{formatTime(model.dateCreated)}</time>
                  </RowFact>
                  {actsOf(model, all).map((act) => (
                    <Button key={act} size="small" onClick={() => setAsked({ act, model })}>
                      {say(`models.${act}`)}
                    </Button>
                  ))}
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      {asked && (
        <Confirm
          title={say(`models.${asked.act}Title`, { version: asked.model.version })}
          doLabel={say(`models.${asked.act}`)}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await client.admin.models[asked.act](asked.model.uuid)
            showToast(say(doneOf[asked.act]))
            models.reload()
          }}
        >
          <p>{say(`models.${asked.act}Hint`)}</p>
        </Confirm>
      )}
    </Section>
  )
}

function actsOf({ isPinned, isStale, isRunning, version }: Model, all: readonly Model[]): Act[] {
  const hasEarlier = all.some((other) => other.version < version && !other.isStale)
  return [
    ...(isPinned ? (['unpin'] as const) : isStale ? [] : (['pin'] as const)),
    ...(isRunning && hasEarlier ? (['rollBack'] as const) : []),
  ]
}
