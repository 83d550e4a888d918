import type { ReactNode } from 'react'
import { say } from '../words/shared-words.ts'
import { Empty } from './empty.tsx'

/** Shown at an address that no page has. `children` lead to one that exists. */
export function NoPage({ children }: { children: ReactNode }) {
  return (
    <main>
      <Empty icon="circle-alert" title={say('desk.noPage')} isPage>
        {children}
      </Empty>
    </main>
  )
}
