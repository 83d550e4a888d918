import { useLocation } from 'wouter'
import { useFetch } from '../../live/use-fetch.ts'
import { useLive } from '../../live/use-live.ts'
import { Figures } from '../../ui/figures.tsx'
import { percent } from '../../words/percent.ts'
import { ClassName } from '../frame/class-name.tsx'
import { lackNote } from '../frame/lack-note.tsx'
import { Loaded } from '../frame/loaded.tsx'
import { Page } from '../frame/page.tsx'
import { RowFact, Section } from '../frame/section.tsx'
import { Confusions } from './confusions.tsx'
import { ModelActs } from './model-acts.tsx'
import { ModelBadges } from './model-badges.tsx'
import { Reliability } from './reliability.tsx'
import styles from './training-page.module.css'
import { say } from './training-words.ts'

/** `/desk/admin/training/:uuid`: how good a version is, compared with the running one. */
export function ModelPage({ uuid }: { uuid: string }) {
  const { client } = useLive()
  const [, go] = useLocation()
  const found = useFetch(`model ${uuid}`, async () => {
    const [model, comparison] = await Promise.all([client.admin.models.get(uuid), client.admin.models.compare(uuid)])
    return { model, comparison }
  })
  const version = found.value?.model.version
  return (
    <Page
      title={version === undefined ? say('models.one') : say('models.version', { version })}
      back={{ href: '/admin/training', name: say('training.title') }}
      actions={
        found.value && (
          <ModelActs
            model={found.value.model}
            hasEarlier={false}
            onDone={(act) => (act === 'remove' ? go('/admin/training', { replace: true }) : found.reload())}
          />
        )
      }
    >
      <Loaded resource={found} missing={say('models.missing')}>
        {({ model, comparison: { other, classes, confusions } }) => {
          const isSame = other.uuid === model.uuid
          return (
            <>
              <p className={styles['facts']}>
                <ModelBadges model={model} />
                <RowFact>{say('models.accuracy', { accuracy: percent(model.accuracy) })}</RowFact>
                <RowFact>{say('models.learned', { examples: model.examples, classes: model.classes })}</RowFact>
                <RowFact>{say('models.calibration', { error: percent(model.calibrationError) })}</RowFact>
              </p>
              <Reliability bins={model.report.reliability} />
              {model.report.rules.length > 0 && (
                <Section isWide title={say('models.rules')}>
                  <Figures
                    label={say('models.rules')}
                    heads={[say('models.asked'), say('models.coverage'), say('models.expected')]}
                    rows={model.report.rules.map((rule) => {
                      const { precision, coverage, expectedPrecision } = rule
                      return {
                        key: String(precision),
                        cells: [
                          percent(precision),
                          expectedPrecision === null ? '–' : percent(coverage),
                          percent(expectedPrecision),
                        ],
                        note: lackNote('classes', rule, precision),
                      }
                    })}
                  />
                </Section>
              )}
              <Section
                isWide
                title={isSame ? say('models.own') : say('models.compare', { version: other.version })}
                lead={say('models.ownLead')}
              >
                <Figures
                  label={say('models.own')}
                  heads={[
                    say('models.class'),
                    say('models.recall'),
                    ...(isSame ? [] : [say('models.otherRecall')]),
                    say('models.precision'),
                    ...(isSame ? [] : [say('models.otherPrecision')]),
                  ]}
                  rows={classes.map((one) => ({
                    key: one.class,
                    cells: [
                      <ClassName key="class">{one.class}</ClassName>,
                      percent(one.recall),
                      ...(isSame ? [] : [percent(one.otherRecall)]),
                      percent(one.precision),
                      ...(isSame ? [] : [percent(one.otherPrecision)]),
                    ],
                  }))}
                />
              </Section>
              <Confusions confusions={confusions} isSame={isSame} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}
