import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { openPreferences } from '../live/preferences.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useDocs } from './docs-context.ts'
import styles from './docs-page.module.css'
import { GroupPage } from './group-page.tsx'
import { guide } from './guide.ts'
import { GuidePage } from './guide-page.tsx'
import { Navigation } from './navigation.tsx'
import { OperationPage } from './operation-page.tsx'
import pages from './pages.module.css'
import { followLink, usePath } from './place.ts'
import { SearchBox } from './search-box.tsx'
import { SocketPage } from './socket-page.tsx'

/** The frame of the documentation: search, navigation and the page of the address. */
export function DocsPage() {
  const path = usePath()
  const [isOpen, setOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const seen = useRef(path)

  useEffect(() => {
    document.addEventListener('click', followLink)
    return () => document.removeEventListener('click', followLink)
  }, [])
  useEffect(() => {
    setOpen(false)
    document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' })
    const target = location.hash === '' ? null : document.getElementById(location.hash.slice(1))
    if (target) target.scrollIntoView()
    else if (seen.current !== path) {
      window.scrollTo(0, 0)
      main.current?.focus({ preventScroll: true })
    }
    seen.current = path
  }, [path])

  return (
    <>
      <a className={styles['skip']} href="#main">
        Skip to the content
      </a>
      <header className={styles['head']}>
        <Button
          kind="quiet"
          icon={isOpen ? 'x' : 'menu'}
          aria-label="Navigation"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <a className={styles['brand']} href="/docs">
          Askline <span>API</span>
        </a>
        <SearchBox />
        <ThemeButton />
      </header>
      <div className={styles['frame']}>
        <div className={classNames(styles['side'], isOpen && styles['shown'])}>
          <Navigation path={path} />
        </div>
        <main ref={main} id="main" tabIndex={-1} className={styles['main']}>
          <CurrentPage path={path} />
        </main>
      </div>
    </>
  )
}

function CurrentPage({ path }: { path: string }) {
  const { reference } = useDocs()
  const [, , place = '', name = '', operationId = ''] = path.split('/')
  const [first] = guide
  if (place === '' && first) return <GuidePage page={first} />
  if (place === 'guide') {
    const page = guide.find(({ id }) => id === name)
    if (page) return <GuidePage key={name} page={page} />
  }
  if (place === 'socket') return <SocketPage />
  if (place === 'api') {
    const operation = reference.byId.get(operationId)
    if (operation) return <OperationPage key={operationId} operation={operation} />
    const group = reference.groups.find((one) => one.name === name)
    if (group) return <GroupPage key={name} group={group} />
  }
  return (
    <article className={pages['single']}>
      <h1>There is no such page</h1>
      <p>
        Search for it, or begin with <a href="/docs">the guide</a>.
      </p>
    </article>
  )
}

const preferences = openPreferences()

function ThemeButton() {
  const { theme } = useSyncExternalStore(preferences.cell.subscribe, preferences.cell.get)
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  return (
    <Button
      kind="quiet"
      icon={isDark ? 'sun' : 'moon'}
      aria-label={isDark ? 'Light theme' : 'Dark theme'}
      onClick={() => preferences.set({ theme: isDark ? 'light' : 'dark' })}
    />
  )
}
