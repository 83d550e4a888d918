import { Link, useRoute } from 'wouter'
import type { InboxView } from '../live/loaded.ts'
import { useCell, useLive } from '../live/use-live.ts'
import { AvailabilitySwitch } from '../me/availability-switch.tsx'
import { SignedInPerson } from '../session/signed-in-person.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { CompanyMark } from './company-mark.tsx'
import { type DeskKey, say } from './desk-words.ts'
import { OfferCounts } from './offer-counts.tsx'
import styles from './rail.module.css'

export type Place = { path: string; icon: IconName; name: DeskKey; view?: InboxView }

/** The places of each role, in the order of the rail. */
const expertPlaces: Place[] = [
  { path: '/offers', icon: 'inbox', name: 'rail.offers', view: 'offered' },
  { path: '/claimed', icon: 'hand', name: 'rail.claimed', view: 'claimed' },
  { path: '/answered', icon: 'check-check', name: 'rail.answered' },
  { path: '/replies', icon: 'message-square-text', name: 'rail.replies' },
  { path: '/me', icon: 'user-round', name: 'rail.me' },
]
const agentPlaces: Place[] = [
  { path: '/queue', icon: 'life-buoy', name: 'rail.queue', view: 'queue' },
  { path: '/replies', icon: 'message-square-text', name: 'rail.replies' },
  { path: '/me', icon: 'user-round', name: 'rail.me' },
]
const adminPlaces: Place[] = [...agentPlaces, { path: '/admin', icon: 'layout-dashboard', name: 'rail.admin' }]
export const placesOf = { user: [], expert: expertPlaces, agent: agentPlaces, admin: adminPlaces }

/** Where one can go, with how much waits there: at the side of a wide window, at the bottom of a narrow one. */
export function Rail() {
  const { me } = useLive()
  return (
    <nav className={styles['rail']} aria-label={say('rail.label')}>
      <div className={styles['brand']}>
        <CompanyMark />
      </div>
      <ul className={styles['places']}>
        {placesOf[me.role].map((place) => (
          <li key={place.path}>
            <PlaceLink {...place} />
          </li>
        ))}
      </ul>
      <div className={styles['foot']}>
        {me.role === 'expert' && <AvailabilitySwitch />}
        <SignedInPerson home="/desk" />
      </div>
    </nav>
  )
}

function PlaceLink({ path, icon, name, view }: Place) {
  const [isHere] = useRoute(`${path}/:uuid?`)
  return (
    <Link
      href={path}
      className={classNames(styles['place'], isHere && styles['here'])}
      aria-current={isHere ? 'page' : undefined}
    >
      <Icon name={icon} />
      <span>{say(name)}</span>
      {view === 'offered' ? <OfferCounts isHere={isHere} /> : view && <Count view={view} />}
    </Link>
  )
}

function Count({ view }: { view: InboxView }) {
  const questions = useCell(useLive().inbox(view)).value ?? []
  // A claim has a lease while the expert has to answer.
  const count = view === 'claimed' ? questions.filter(({ claim }) => claim).length : questions.length
  return count > 0 ? (
    <span className={styles['counts']}>
      <span className={styles['count']}>{count > 99 ? '99+' : count}</span>
    </span>
  ) : null
}
