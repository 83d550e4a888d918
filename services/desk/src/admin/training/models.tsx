import { Link } from 'wouter'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { percent } from '../../words/percent.ts'
import { formatTime } from '../../words/times.ts'
import { Loaded } from '../frame/loaded.tsx'
import { Row, RowFact, Rows, Section } from '../frame/section.tsx'
import { ModelActs } from './model-acts.tsx'
import { ModelBadges } from './model-badges.tsx'
import styles from './training-page.module.css'
import { say } from './training-words.ts'

/** The newest versions of the classifier, with what can be done with each. */
export function Models() {
  const { client } = useLive()
  const models = useFetch('models', async () => (await client.admin.models.list({ limit: 20 }).page()).items, {
    pollMs: 5_000,
  })
  return (
    <Section title={say('models.title')} lead={say('models.lead')}>
      <Loaded resource={models}>
        {(all) =>
          all.length === 0 ? (
            <p>
              {say('models.none')} {say('models.noneHint')}
            </p>
          ) : (
            <Rows>
              {all.map((model) => (
                <Row key={model.uuid}>
                  <Link href={`/admin/training/${model.uuid}`}>
                    {say('models.version', { version: model.version })}
                  </Link>
                  <ModelBadges model={model} />
                  <RowFact>{say('models.accuracy', { accuracy: percent(model.accuracy) })}</RowFact>
                  <RowFact>{say('models.learned', { examples: model.examples, classes: model.classes })}</RowFact>
                  <RowFact>
                    {say(`models.${model.verdict}`)},{' '}
                    <time dateTime={model.dateCreated}>{formatTime(model.dateCreated)}</time>
                  </RowFact>
                  <div className={styles['acts']}>
                    <ModelActs
                      model={model}
                      hasEarlier={all.some(({ version, isStale }) => version < model.version && !isStale)}
                      onDone={models.reload}
                    />
                  </div>
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Section>
  )
}
