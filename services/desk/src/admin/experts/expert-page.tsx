import type { ManagedExpert } from '@askline/client'
import { collect } from '../../live/collect.ts'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { WorkingHours } from '../../me/working-hours.tsx'
import { ExpertRecord } from '../../record/expert-record.tsx'
import { SessionsOf } from '../../sessions/sessions-of.tsx'
import { showToast } from '../../ui/toast.tsx'
import { shownText } from '../../words/shown-text.ts'
import { AccountAccess } from '../accounts/account-access.tsx'
import { PasswordRequest } from '../accounts/password-request.tsx'
import { useNewLink } from '../accounts/use-new-link.tsx'
import { say } from '../admin-words.ts'
import { PersonalCredentials } from '../credentials/personal-credentials.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import { ExpertForm } from './expert-form.tsx'
import styles from './expert-page.module.css'
import { ExpertState } from './expert-state.tsx'

/** `/desk/admin/experts/:uuid`: the profile, the standing and the working hours of an expert. */
export function ExpertPage({ uuid }: { uuid: string }) {
  const { client } = useLive()
  const found = useFetch(`expert ${uuid}`, async () => {
    const [expert, categories, { settings }] = await Promise.all([
      client.admin.experts.get(uuid),
      collect(client.admin.categories.list({ limit: 100 })),
      client.admin.company.get(),
    ])
    return { expert, categories: categories.map(({ name }) => name), timeZone: settings.timeZone }
  })
  const expert = found.value?.expert
  const links = useNewLink('experts', found.reload)
  return (
    <Page
      title={expert ? shownText(expert.name) : say('experts.one')}
      {...(expert ? { lead: expert.email } : {})}
      back={{ href: '/admin/experts', name: say('experts.title') }}
      actions={
        expert && (
          <AccountAccess
            of="experts"
            account={expert}
            isActive={expert.isActive}
            moves={{
              deactivate: () => client.admin.experts.deactivate(uuid),
              reactivate: () => client.admin.experts.update(uuid, { isActive: true }),
            }}
            onMakeLink={() => links.make(expert)}
            onReload={found.reload}
          />
        )
      }
    >
      <Loaded resource={found} missing={say('experts.missing')}>
        {({ expert, categories, timeZone }) => (
          <>
            <p className={styles['state']}>
              <ExpertState expert={expert} />
              {say('experts.loadUnits', { load: expert.load, capacity: expert.capacity })}
            </p>
            <PasswordRequest account={expert} onMake={() => links.make(expert)} />
            <ExpertForm expert={expert} categories={categories} onReload={found.reload} />
            <Hours expert={expert} usualZone={timeZone} onReload={found.reload} />
            <ExpertRecord of={expert.uuid} fetch={() => client.admin.experts.record(expert.uuid)} />
            <SessionsOf uuid={expert.uuid} name={expert.name} />
            <PersonalCredentials uuid={expert.uuid} name={expert.name} kind="expert" />
          </>
        )}
      </Loaded>
      {links.dialog}
    </Page>
  )
}

function Hours({
  expert,
  usualZone,
  onReload,
}: {
  expert: ManagedExpert
  usualZone: string | undefined
  onReload: () => void
}) {
  const { client } = useLive()
  return (
    <div className={styles['hours']}>
      <WorkingHours
        key={JSON.stringify(expert.workingHours)}
        profile={expert}
        lead={say('experts.hoursLead')}
        usualZone={usualZone}
        onSave={async (workingHours) => {
          await client.admin.experts.update(expert.uuid, { workingHours }, { ifMatch: expert.version })
          showToast(say('save.done'))
          onReload()
        }}
      />
    </div>
  )
}
