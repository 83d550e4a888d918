import type { UnansweredGroup } from '@askline/client'
import { useState } from 'react'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { showToast } from '../../ui/toast.tsx'
import { say } from '../admin-words.ts'
import { CardList } from '../frame/card-list.tsx'
import { Row, RowFact, Section } from '../frame/section.tsx'
import { NewAnswer } from '../knowledge/new-answer.tsx'
import styles from './answers.module.css'

/** Groups of similar questions that got no automatic answer. An admin writes a known answer for a group. */
export function Unanswered() {
  const { client } = useLive()
  const list = useFetch('unanswered', () => client.admin.answers.unanswered({ limit: 20 }))
  const [asked, setAsked] = useState<UnansweredGroup>()
  return (
    <Section isWide title={say('answers.unanswered')} lead={say('answers.unansweredLead')}>
      <CardList
        list={list}
        empty={
          <Empty icon="circle-check" title={say('answers.noneUnanswered')}>
            {say('answers.noneUnansweredHint')}
          </Empty>
        }
      >
        {(group) => (
          <Row key={group.texts.join('\n')}>
            <div className={styles['entry']}>
              <div className={styles['line']}>
                <strong>{say('answers.asked', { n: group.count })}</strong>
                {group.words.map((word) => (
                  <Badge key={word}>
                    <bdi>{word}</bdi>
                  </Badge>
                ))}
              </div>
              <ul className={styles['texts']}>
                {group.texts.slice(0, shown).map((text, at) => (
                  <AskedText key={text} text={text} times={group.times[at] ?? 1} />
                ))}
              </ul>
              {group.texts.length > shown && (
                <details className={styles['others']}>
                  <summary>{say('answers.otherTexts', { n: group.texts.length - shown })}</summary>
                  <ul className={styles['texts']}>
                    {group.texts.slice(shown).map((text, at) => (
                      <AskedText key={text} text={text} times={group.times[at + shown] ?? 1} />
                    ))}
                  </ul>
                </details>
              )}
              <div>
                <Button size="small" icon="pencil" onClick={() => setAsked(group)}>
                  {say('answers.write')}
                </Button>
              </div>
            </div>
          </Row>
        )}
      </CardList>
      {asked && (
        <NewAnswer
          question={asked.texts[0] ?? ''}
          wordings={asked.texts.slice(1)}
          onAdded={() => {
            showToast(say('knowledge.added'))
            list.reload()
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Section>
  )
}

/** Texts of a group that are not folded. */
const shown = 3

function AskedText({ text, times }: { text: string; times: number }) {
  return (
    <li>
      <bdi>{text}</bdi> {times > 1 && <RowFact>{say('answers.times', { n: times })}</RowFact>}
    </li>
  )
}
