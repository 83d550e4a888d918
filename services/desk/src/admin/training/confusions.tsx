import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Figures } from '../../ui/figures.tsx'
import { language } from '../../words/messages.ts'
import { ClassName } from '../frame/class-name.tsx'
import { Section } from '../frame/section.tsx'
import { say } from './training-words.ts'

type Confusion = { actual: string; predicted: string; count: number; otherCount: number }

/** Pairs that are shown before the rest is asked for. */
const first = 10

/** Classes that a version took for each other, the most frequent first. `isSame`: it is compared with itself. */
export function Confusions({ confusions, isSame }: { confusions: readonly Confusion[]; isSame: boolean }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? confusions : confusions.slice(0, first)
  return (
    <Section isWide title={say('models.confusions')} lead={say('models.confusionsLead')}>
      {confusions.length === 0 ? (
        <p>{say('models.noConfusions')}</p>
      ) : (
        <Figures
          label={say('models.confusions')}
          heads={[
            say('models.actual'),
            say('models.predicted'),
            say('models.count'),
            ...(isSame ? [] : [say('models.otherCount')]),
          ]}
          rows={shown.map(({ actual, predicted, count, otherCount }) => ({
            key: `${actual}\n${predicted}`,
            cells: [
              <ClassName key="actual">{actual}</ClassName>,
              <ClassName key="predicted">{predicted}</ClassName>,
              count.toLocaleString(language()),
              ...(isSame ? [] : [otherCount.toLocaleString(language())]),
            ],
          }))}
        />
      )}
      {shown.length < confusions.length && (
        <div>
          <Button onClick={() => setIsWhole(true)}>{say('models.allConfusions', { n: confusions.length })}</Button>
        </div>
      )}
    </Section>
  )
}
