import { say } from '../admin-words.ts'
import { CodeBlock } from '../frame/code-block.tsx'
import { Section } from '../frame/section.tsx'
import styles from './widget-page.module.css'

/** How to put the widget into a page, with the code to copy. */
export function WidgetSteps({ tag }: { tag: string }) {
  const { origin } = location
  const script = `<script defer src="${origin}/widget/${encodeURIComponent(tag)}/v1.js"></script>`
  const signIn = "Askline.signIn(() => fetch('/askline-code').then((answer) => answer.text()))"
  const policy = `script-src ${origin}; frame-src ${origin}`
  return (
    <Section title={say('widget.install')}>
      <ol className={styles['steps']}>
        <li>{say('widget.stepOrigins')}</li>
        <li>
          <p>{say('widget.stepScript')}</p>
          <CodeBlock label={say('widget.script')} code={script} />
        </li>
        <li>
          <p>{say('widget.stepSignIn')}</p>
          <CodeBlock label={say('widget.signIn')} code={signIn} />
        </li>
        <li>
          <p>{say('widget.stepSignOut')}</p>
          <CodeBlock label={say('widget.signOut')} code="Askline.signOut()" />
        </li>
        <li>
          <p>{say('widget.stepPolicy')}</p>
          <CodeBlock label={say('widget.policy')} code={policy} />
        </li>
      </ol>
    </Section>
  )
}
