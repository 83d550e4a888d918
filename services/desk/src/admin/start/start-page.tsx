import type { Start } from '@askline/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { useLive } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Confirm } from '../frame/confirm.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import styles from './start-page.module.css'
import { countDone, isOpen, linkOf, type Step } from './start-steps.ts'
import { say } from './start-words.ts'
import { useStart } from './use-start.tsx'

/** `/desk/admin/start`: what is left to do until customers get answers. */
export function StartPage() {
  const { client } = useLive()
  const { start } = useStart()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <Page
      title={say('start.title')}
      lead={say('start.lead')}
      actions={
        start.value && isOpen(start.value) && <Button onClick={() => setIsAsked(true)}>{say('start.dismiss')}</Button>
      }
    >
      <Loaded resource={start}>{(value) => <Steps start={value} />}</Loaded>
      {isAsked && (
        <Confirm
          title={say('start.dismissTitle')}
          doLabel={say('start.dismiss')}
          onClose={() => setIsAsked(false)}
          onConfirm={async () => {
            await client.admin.start.dismiss()
            start.reload()
            showToast(say('start.dismissed'))
          }}
        >
          <p>{say('start.dismissHint')}</p>
        </Confirm>
      )}
    </Page>
  )
}

function Steps({ start }: { start: Start }) {
  const { steps } = start
  const done = countDone(start)
  const progress = say('start.progress', { done, all: steps.length })
  const next = steps.find(({ isDone }) => !isDone)?.name
  return (
    <div className={styles['start']}>
      {next === undefined ? (
        <Notice kind="good" title={say('start.allDone')}>
          <p>{say('start.allDoneHint')}</p>
        </Notice>
      ) : (
        <div className={styles['progress']}>
          <p role="status">{progress}</p>
          <Progress label={say('start.title')} value={done / steps.length} />
        </div>
      )}
      <ol className={styles['steps']}>
        {steps.map((step, at) => (
          <StepCard key={step.name} step={step} isNext={step.name === next} number={at + 1} />
        ))}
      </ol>
    </div>
  )
}

function StepCard({ step, isNext, number }: { step: Step; isNext: boolean; number: number }) {
  const { visit } = useStart()
  const { name, isDone } = step
  const link = linkOf(step)
  return (
    <li className={classNames(styles['step'], isNext && styles['next'])}>
      <span className={classNames(styles['mark'], isDone && styles['done'])} aria-hidden="true">
        {isDone ? <Icon name="check" /> : number}
      </span>
      <div className={styles['words']}>
        <h2 className={styles['name']}>
          {say(`start.${name}`)} {isDone && <Badge kind="good">{say('start.done')}</Badge>}
        </h2>
        <p className={styles['text']}>{say(`start.${name}.why`)}</p>
        {!isDone && <p className={styles['text']}>{say(`start.${name}.how`)}</p>}
      </div>
      {link && (
        <Link href={link.href} className={styles['link']} onClick={() => visit(name)}>
          {say(link.text)}
        </Link>
      )}
    </li>
  )
}
