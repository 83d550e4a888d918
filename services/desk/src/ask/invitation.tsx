import { say } from '../words/shared-words.ts'
import styles from './ask-page.module.css'

/** Renders the text above the field of a new question. `greeting` is the company's own, or empty. */
export function Invitation({
  greeting,
  company,
  titleId,
}: {
  greeting: string | undefined
  company: string
  /** The id of the heading. Without it, there is none: a preview is no part of its page. */
  titleId?: string
}) {
  const Title = titleId === undefined ? 'p' : 'h1'
  return (
    <>
      <Title id={titleId} className={styles['title']}>
        {say('ask.title')}
      </Title>
      <p className={styles['lead']}>{greeting || say('ask.lead', { company })}</p>
    </>
  )
}
