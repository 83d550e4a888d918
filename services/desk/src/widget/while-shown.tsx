import { type ReactNode, useEffect, useState } from 'react'
import type { Host } from './host.ts'

/** Shows its children while the panel is open. A closed panel must not mark messages as read, because nobody sees them. */
export function WhileShown({ host, children }: { host: Host; children: ReactNode }) {
  const [isShown, setIsShown] = useState(true)
  useEffect(() => host.on((message) => message.type === 'shown' && setIsShown(message.isShown)), [host])
  return isShown ? children : null
}
