import { useTitle } from '../ui/use-title.ts'
import { Markdown } from './markdown.tsx'
import { Members, Parameters } from './members.tsx'
import { MethodMark } from './method-mark.tsx'
import styles from './pages.module.css'
import type { Operation } from './reference.ts'
import { RequestPanel, StatusMark } from './request-panel.tsx'

const titles = { path: 'Parameters of the path', query: 'Parameters of the query', header: 'Headers' }

function ParametersIn({ operation, place }: { operation: Operation; place: keyof typeof titles }) {
  const own = operation.parameters.filter((one) => one.in === place)
  if (own.length === 0) return null
  return (
    <section>
      <h2>{titles[place]}</h2>
      <Parameters parameters={own} name={titles[place]} />
    </section>
  )
}

/** An operation: what it does and takes on one side, its request and answer on the other. */
export function OperationPage({ operation }: { operation: Operation }) {
  const { summary, method, path, description, isDeprecated, body, answers } = operation
  useTitle(summary)
  return (
    <article className={styles['split']}>
      <div className={styles['words']}>
        <header className={styles['head']}>
          <h1>{summary}</h1>
          <p className={styles['address']}>
            <MethodMark method={method} /> <code>{path}</code>
            {isDeprecated && <span className={styles['deprecated']}>deprecated</span>}
            <a className={styles['toRequest']} href="#request">
              Request and answer
            </a>
          </p>
        </header>
        <Markdown source={description} shift={1} />
        <ParametersIn operation={operation} place="path" />
        <ParametersIn operation={operation} place="query" />
        {body && (
          <section>
            <h2>Body</h2>
            <p className={styles['faint']}>{body.isRequired ? body.type : `${body.type}, optional`}</p>
            <Members schema={body.schema} name="Body" />
          </section>
        )}
        <ParametersIn operation={operation} place="header" />
        <section>
          <h2>Answers</h2>
          <ul className={styles['answers']}>
            {answers.map((answer) => (
              <li key={answer.status}>
                <div className={styles['answer']}>
                  <StatusMark status={answer.status} />
                  <Markdown source={answer.description} />
                </div>
                {answer.schema && answer.status.startsWith('2') && (
                  <Members schema={answer.schema} name={`Answer ${answer.status}`} />
                )}
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div className={styles['beside']} id="request">
        <RequestPanel operation={operation} />
      </div>
    </article>
  )
}
