import { useEffect, useId, useRef } from 'react'
import { Invitation } from '../../ask/invitation.tsx'
import { Composer } from '../../conversation/composer.tsx'
import { Bar } from '../../ui/bar.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { drawLauncher, type Side } from '../../widget/launcher.ts'
import { say as sayShared } from '../../words/shared-words.ts'
import { say } from '../admin-words.ts'
import styles from './widget-page.module.css'

type Looks = { color: string; side: Side; title: string; greeting: string; company: string }

/** The widget in a page, drawn by its own components. Nothing in it can be used. */
export function WidgetPreview({ color, side, title, greeting, company }: Looks) {
  const id = useId()
  return (
    <section className={styles['preview']} aria-labelledby={id}>
      <h2 id={id} className={styles['previewTitle']}>
        {say('widget.preview')}
      </h2>
      <p className={styles['faint']}>{say('widget.previewHint')}</p>
      <div className={styles['page']} inert>
        <div className={classNames(styles['panel'], styles[side])}>
          <Bar title={title || sayShared('ask.documentTitle')}>
            <Button kind="quiet" icon="x" aria-label={sayShared('widget.close')} />
          </Bar>
          <div className={styles['ask']}>
            <Invitation greeting={greeting} company={company} />
            <Composer
              name="widget-preview"
              label={sayShared('ask.label')}
              placeholder={sayShared('ask.placeholder')}
              sendLabel={sayShared('ask.send')}
              onSend={() => undefined}
            />
          </div>
        </div>
        <Launcher color={color} side={side} />
      </div>
    </section>
  )
}

/** The loader's button. */
function Launcher({ color, side }: { color: string; side: Side }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    root.replaceChildren()
    drawLauncher(root, { color, side })
  }, [color, side])
  return <div ref={host} />
}
