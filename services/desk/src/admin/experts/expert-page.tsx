import type { ManagedExpert } from '@askline/client'
import { useState } from 'react'
import { FaultNotice } from '../../conversation/fault-notice.tsx'
import { useLive } from '../../live/use-live.ts'
import { useMove } from '../../live/use-move.ts'
import { useResource } from '../../live/use-resource.ts'
import { WorkingHours } from '../../me/working-hours.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PersonalCredentials } from '../credentials/personal-credentials.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { Confirm } from '../frame/confirm.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import { Secret } from '../frame/secret.tsx'
import { say } from '../words.ts'
import { ExpertForm } from './expert-form.tsx'
import styles from './expert-page.module.css'
import { ExpertState } from './expert-state.tsx'

/** `/desk/admin/experts/:uuid`: the profile, the standing and the working hours of an expert. */
export function ExpertPage({ uuid }: { uuid: string }) {
  const { client } = useLive()
  const found = useResource(`expert ${uuid}`, async () => {
    const categories: string[] = []
    for await (const { name } of client.admin.categories.list({ limit: 100 })) categories.push(name)
    for await (const expert of client.admin.experts.list({ limit: 100 }))
      if (expert.uuid === uuid) return { expert, categories }
    return { expert: undefined, categories }
  })
  const expert = found.value?.expert
  return (
    <Page
      title={expert?.name ?? say('experts.title')}
      {...(expert ? { lead: expert.email } : {})}
      actions={
        <>
          {expert && <Access expert={expert} onReload={found.reload} />}
          <BackLink href="/admin/experts">{say('experts.title')}</BackLink>
        </>
      }
    >
      <Loaded resource={found}>
        {({ categories }) =>
          expert ? (
            <>
              <p>
                <ExpertState expert={expert} />{' '}
                {say('experts.loadOf', { load: expert.load, capacity: expert.capacity })}
              </p>
              <ExpertForm expert={expert} categories={categories} onReload={found.reload} />
              <Hours expert={expert} onReload={found.reload} />
              <PersonalCredentials uuid={expert.uuid} name={expert.name} kind="expert" />
            </>
          ) : (
            <Empty icon="search" title={say('experts.missing')}>
              {say('question.missingHint')}
            </Empty>
          )
        }
      </Loaded>
    </Page>
  )
}

/** Deactivates or reactivates the expert, and makes a new password. */
function Access({ expert: { uuid, name, isActive }, onReload }: { expert: ManagedExpert; onReload: () => void }) {
  const { client } = useLive()
  const [asked, setAsked] = useState<'deactivate' | 'reset'>()
  const [password, setPassword] = useState<{ value: string | null }>()
  const { run, busy, fault } = useMove()
  const done = (text: string) => {
    showToast(text)
    onReload()
  }
  return (
    <>
      <FaultNotice fault={fault} />
      <Button icon="rotate-ccw" onClick={() => setAsked('reset')}>
        {say('experts.reset')}
      </Button>
      {isActive ? (
        <Button kind="danger" onClick={() => setAsked('deactivate')}>
          {say('experts.deactivate')}
        </Button>
      ) : (
        <Button
          kind="primary"
          isBusy={busy !== undefined}
          onClick={() =>
            void run('reactivate', () => client.admin.experts.update(uuid, { isActive: true })).then(
              (isDone) => isDone && done(say('experts.reactivated')),
            )
          }
        >
          {say('experts.reactivate')}
        </Button>
      )}
      {asked && (
        <Confirm
          title={say(`experts.${asked}Title`, { name })}
          doLabel={say(`experts.${asked}`)}
          isDanger
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            if (asked === 'reset') setPassword({ value: (await client.admin.experts.resetPassword(uuid)).password })
            else {
              await client.admin.experts.deactivate(uuid)
              done(say('experts.deactivated'))
            }
          }}
        >
          <p>{say(`experts.${asked}Hint`)}</p>
        </Confirm>
      )}
      {password && (
        <Secret
          title={say('experts.password', { name })}
          parts={[{ label: say('experts.password', { name }), value: password.value }]}
          onClose={() => setPassword(undefined)}
        />
      )}
    </>
  )
}

function Hours({ expert, onReload }: { expert: ManagedExpert; onReload: () => void }) {
  const { client } = useLive()
  const { run, busy, fault } = useMove()
  return (
    <div className={styles['hours']}>
      <WorkingHours
        key={JSON.stringify(expert.workingHours)}
        profile={expert}
        lead={say('experts.hoursLead')}
        isBusy={busy !== undefined}
        onSave={async (workingHours) => {
          const save = () => client.admin.experts.update(expert.uuid, { workingHours }, { ifMatch: expert.version })
          if (!(await run('hours', save))) return
          showToast(say('save.done'))
          onReload()
        }}
      />
      <FaultNotice fault={fault} />
    </div>
  )
}
