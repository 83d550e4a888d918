import { Link } from 'wouter'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { say } from '../admin-words.ts'
import { KnownAnswerEntry } from '../answers/known-answer.tsx'
import { Row, RowFact, Rows, Section } from '../frame/section.tsx'

/** The known answers that contradict this one. Shows nothing if there is none. */
export function Contradictions({ uuid }: { uuid: string }) {
  const { client } = useLive()
  const { value } = useFetch(`contradictions of ${uuid}`, () =>
    client.admin.answers.conflicts({ knowledgeUuid: uuid }).page(),
  )
  const rivals = (value?.items ?? []).flatMap(({ knowledge }) => knowledge.filter((one) => one.uuid !== uuid))
  if (rivals.length === 0) return null
  return (
    <Section title={say('answers.conflicts')} lead={say('knowledge.contradicts')}>
      <Rows>
        {rivals.map(({ uuid: rival, question, answer, source }) => (
          <Row key={rival}>
            <KnownAnswerEntry uuid={rival} question={question} answer={answer}>
              <RowFact>{say(`knowledge.${source}`)}</RowFact>
            </KnownAnswerEntry>
          </Row>
        ))}
      </Rows>
      <p>
        <Link href="/admin/answers/conflicts">{say('knowledge.allContradictions')}</Link>
      </p>
    </Section>
  )
}
