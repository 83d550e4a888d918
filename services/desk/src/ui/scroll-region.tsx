import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './scroll-region.module.css'

/** A named place that scrolls by itself. If its content does not fit, it takes the focus, so that arrow keys scroll it. */
export function ScrollRegion({
  label,
  className,
  ref,
  children,
}: {
  label: string
  className?: string | undefined
  ref?: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const own = useRef<HTMLElement>(null)
  const region = ref ?? own
  const content = useRef<HTMLDivElement>(null)
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const { current: outer } = region
    if (!outer || !content.current) return
    const observer = new ResizeObserver(() =>
      setIsFull(outer.scrollHeight > outer.clientHeight || outer.scrollWidth > outer.clientWidth),
    )
    observer.observe(outer)
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [region])
  return (
    <section
      className={classNames(styles['region'], className)}
      ref={region}
      aria-label={label}
      tabIndex={isFull ? 0 : undefined}
    >
      <div ref={content}>{children}</div>
    </section>
  )
}
