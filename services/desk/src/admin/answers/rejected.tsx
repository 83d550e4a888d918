import type { RejectedAnswer } from '@askline/client'
import { useState } from 'react'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { showToast } from '../../ui/toast.tsx'
import { say } from '../admin-words.ts'
import { CardList } from '../frame/card-list.tsx'
import { Confirm } from '../frame/confirm.tsx'
import { Row, RowFact, Section } from '../frame/section.tsx'
import { AnswerState } from '../knowledge/answer-state.tsx'
import { KnownAnswerEntry } from './known-answer.tsx'

/** Known answers that askers reject. One that was suspended for it can be given again. */
export function Rejected() {
  const { client } = useLive()
  const list = useFetch('rejected', () => client.admin.answers.rejected({ limit: 20 }))
  const [asked, setAsked] = useState<{ act: 'lift' | 'suspend'; answer: RejectedAnswer }>()
  return (
    <Section isWide title={say('answers.rejected')} lead={say('answers.rejectedLead')}>
      <CardList list={list} empty={<Empty icon="circle-check" title={say('answers.noneRejected')} />}>
        {(answer) => (
          <Row key={answer.uuid}>
            <KnownAnswerEntry {...answer}>
              <AnswerState {...answer} />
              <RowFact>{say('answers.rejectedOf', { rejected: answer.rejected, n: answer.shown })}</RowFact>
              {answer.suspended === null ? (
                <Button size="small" onClick={() => setAsked({ act: 'suspend', answer })}>
                  {say('knowledge.suspend')}
                </Button>
              ) : (
                <Button size="small" onClick={() => setAsked({ act: 'lift', answer })}>
                  {say('knowledge.lift')}
                </Button>
              )}
            </KnownAnswerEntry>
          </Row>
        )}
      </CardList>
      {asked && (
        <Confirm
          title={say(`knowledge.${asked.act}Title`)}
          doLabel={say(`knowledge.${asked.act}`)}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await client.admin.knowledge.update(asked.answer.uuid, { isSuspended: asked.act === 'suspend' })
            showToast(say(`knowledge.${asked.act}Done`))
            list.reload()
          }}
        >
          <p>{say(`knowledge.${asked.act}Hint`)}</p>
        </Confirm>
      )}
    </Section>
  )
}
