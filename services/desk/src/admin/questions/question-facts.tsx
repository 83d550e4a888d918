import type { Question } from '@askline/client'
import { say as sayShared } from '../../desk/desk-words.ts'
import { languageName } from '../../words/language-name.ts'
import { shownText } from '../../words/shown-text.ts'
import { formatTime } from '../../words/times.ts'
import { say } from '../admin-words.ts'
import { ShortId } from '../frame/short-id.tsx'
import styles from './question-facts.module.css'

/** Shows the asker, time and category of a question, and the ids that support asks for. */
export function QuestionFacts({ question }: { question: Question }) {
  const { conversation, questionCategory, dateCreated, externalIds, languages, state } = question
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{say('questions.asker')}</dt>
        <dd dir="auto">{shownText(conversation.author.name)}</dd>
      </div>
      <div>
        <dt>{sayShared('context.asked')}</dt>
        <dd>{formatTime(dateCreated)}</dd>
      </div>
      {questionCategory && (
        <div>
          <dt>{sayShared('context.category')}</dt>
          <dd dir="auto">{questionCategory}</dd>
        </div>
      )}
      {languages.length > 0 && (
        <div>
          <dt>{say('questions.language')}</dt>
          <dd>{languages.map(languageName).join(', ')}</dd>
        </div>
      )}
      {state.rerouteStatus.reason && (
        <div>
          <dt>{sayShared('context.rerouteReason')}</dt>
          <dd dir="auto">{state.rerouteStatus.reason}</dd>
        </div>
      )}
      {externalIds.map(({ id, system }) => (
        <div key={`${system} ${id}`}>
          <dt>{say('question.externalId', { system })}</dt>
          <dd dir="auto">{id}</dd>
        </div>
      ))}
      <div>
        <dt>{say('question.id')}</dt>
        <dd>
          <ShortId id={question.uuid} />
        </dd>
      </div>
    </dl>
  )
}
