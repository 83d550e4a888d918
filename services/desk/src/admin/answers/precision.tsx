import type { AnswerPrecision } from '@askline/client'
import { Link } from 'wouter'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Figures } from '../../ui/figures.tsx'
import { language } from '../../words/messages.ts'
import { percent } from '../../words/percent.ts'
import { say } from '../admin-words.ts'
import { lackNote } from '../frame/lack-note.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { Section } from '../frame/section.tsx'
import styles from './answers.module.css'

/** How right automatic answers and classes have to be, can be expected to be, and were. */
export function Precision() {
  const { client } = useLive()
  const found = useFetch('answer precision', () => client.admin.answers.precision())
  return (
    <Loaded resource={found}>
      {({ lately, categories, rules }) => (
        <>
          <Lately {...lately} />
          {(['answers', 'classes'] as const).map((kind) => (
            <OfCategories key={kind} kind={kind} categories={categories} />
          ))}
          <Rules rules={rules} name={categories[0]?.name ?? ''} />
        </>
      )}
    </Loaded>
  )
}

function Lately({ asked, answered, accepted, rejected, precision }: AnswerPrecision['lately']) {
  const facts = [
    ['answers.lately.asked', asked.toLocaleString(language())],
    ['answers.lately.answered', asked === 0 ? '–' : percent(answered / asked)],
    ['answers.lately.accepted', accepted.toLocaleString(language())],
    ['answers.lately.rejected', rejected.toLocaleString(language())],
    ['answers.lately.precision', percent(precision)],
  ] as const
  return (
    <Section title={say('answers.lately')} lead={say('answers.latelyLead')} isWide>
      <dl className={styles['cards']}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles['card']}>
            <dt>{say(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** One table for automatic answers and one for classes, because an admin decides both by the same setting. */
function OfCategories({
  kind,
  categories,
}: {
  kind: 'answers' | 'classes'
  categories: AnswerPrecision['categories']
}) {
  return (
    <Section title={say(`answers.of.${kind}`)} lead={say(`answers.of.${kind}Lead`)} isWide>
      <Figures
        label={say(`answers.of.${kind}`)}
        heads={[
          say('answers.category'),
          say('answers.required'),
          say('answers.expected'),
          say('answers.observed'),
          say(`answers.coverage.${kind}`),
        ]}
        rows={categories.map(({ uuid, name, precision, [kind]: { expected, observed } }) => ({
          key: uuid,
          cells: [
            <Link key={uuid} href={`/admin/categories/${uuid}`}>
              {name}
            </Link>,
            percent(precision),
            percent(expected?.expectedPrecision),
            observed.judged === 0
              ? '–'
              : say('answers.observedOf', { share: percent(observed.precision), n: observed.judged }),
            expected === null || expected.expectedPrecision === null ? '–' : percent(expected.coverage),
          ],
          note: expected === null ? say('answers.nothingLearned') : lackNote(kind, expected, precision),
        }))}
      />
    </Section>
  )
}

function Rules({ rules, name }: { rules: AnswerPrecision['rules']; name: string }) {
  const cases = rules[0]?.cases ?? 0
  if (cases === 0) return null
  return (
    <Section title={say('models.rules')} lead={say('answers.rulesLead', { name, n: cases })} isWide>
      <Figures
        label={say('models.rules')}
        heads={[say('models.asked'), say('answers.expected'), say('answers.coverage.answers')]}
        rows={rules.map((rule, at) => {
          const { precision, coverage, expectedPrecision, message } = rule
          return {
            key: String(precision),
            cells: [
              percent(precision),
              percent(expectedPrecision),
              expectedPrecision === null ? '–' : percent(coverage),
            ],
            note: message === rules[at - 1]?.message ? undefined : lackNote('answers', rule, precision),
          }
        })}
      />
    </Section>
  )
}
