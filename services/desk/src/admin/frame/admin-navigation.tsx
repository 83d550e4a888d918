import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { CompanyMark } from '../../desk/company-mark.tsx'
import { say as sayShared } from '../../desk/desk-words.ts'
import { bindKeys } from '../../keys/bind-keys.ts'
import { SignedInPerson } from '../../session/signed-in-person.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../admin-words.ts'
import { type Place, placeGroups, startPlace } from '../places.ts'
import { countDone, isOpen } from '../start/start-steps.ts'
import { useStart } from '../start/use-start.tsx'
import styles from './admin-navigation.module.css'
import { useUnsavedForms } from './unsaved-guard.tsx'

/** The places of the administration: at the side of a wide window, behind a button in a narrow one. */
export function AdminNavigation() {
  const [path] = useLocation()
  /** The page on which the list was opened. It closes when another page is chosen. */
  const [openOn, setOpenOn] = useState<string>()
  if (openOn !== undefined && openOn !== path) setOpenOn(undefined)
  const isOpen = openOn === path
  const nav = useRef<HTMLElement>(null)
  const unsaved = useUnsavedForms()
  useEffect(() => {
    if (path) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [path])
  useEffect(() => {
    const close = () => setOpenOn(undefined)
    return isOpen ? bindKeys({ Escape: close }) : undefined
  }, [isOpen])

  return (
    <header className={classNames(styles['rail'], isOpen && styles['open'])}>
      <div className={styles['top']}>
        <CompanyMark />
        <span className={styles['toggle']}>
          <Button
            kind="quiet"
            icon={isOpen ? 'x' : 'menu'}
            aria-expanded={isOpen}
            aria-label={say('places.menu')}
            onClick={() => setOpenOn(isOpen ? undefined : path)}
          />
        </span>
      </div>
      <nav ref={nav} className={styles['places']} aria-label={sayShared('rail.label')}>
        <div>
          <Link href="/queue" className={styles['place']}>
            <Icon name="life-buoy" />
            {sayShared('rail.queue')}
          </Link>
          <StartLink path={path} />
        </div>
        {placeGroups.map(({ name, places, outside }) => (
          <div key={name}>
            <h2 id={name} className={styles['heading']}>
              {say(name)}
            </h2>
            <ul aria-labelledby={name}>
              {places.map((place) => (
                <li key={place.path}>
                  <PlaceLink place={place} path={path} />
                </li>
              ))}
              {outside && (
                <li>
                  <a href={outside.href} className={styles['place']}>
                    <Icon name={outside.icon} />
                    {say(outside.name)}
                  </a>
                </li>
              )}
            </ul>
          </div>
        ))}
      </nav>
      <div className={styles['foot']}>
        <SignedInPerson home="/desk" unsaved={unsaved} />
      </div>
    </header>
  )
}

function PlaceLink({ place, path, children }: { place: Place; path: string; children?: ReactNode }) {
  const isHere = path === place.path || (place.path !== '/admin' && path.startsWith(`${place.path}/`))
  return (
    <Link
      href={place.path}
      className={classNames(styles['place'], isHere && styles['here'])}
      aria-current={isHere ? 'page' : undefined}
    >
      <Icon name={place.icon} />
      {say(place.name)}
      {children}
    </Link>
  )
}

/** The first steps, while there are any to do. */
function StartLink({ path }: { path: string }) {
  const { value } = useStart().start
  if (!value || !(isOpen(value) || path === startPlace.path)) return null
  return (
    <PlaceLink place={startPlace} path={path}>
      <span className={styles['count']}>{say('start.count', { done: countDone(value), all: value.steps.length })}</span>
    </PlaceLink>
  )
}
