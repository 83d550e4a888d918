import { useTitle } from '../ui/use-title.ts'
import { Samples } from './code.tsx'
import { useDocs } from './docs-context.ts'
import { Markdown } from './markdown.tsx'
import { Members } from './members.tsx'
import styles from './pages.module.css'

/** The messages of the socket, in both directions. */
export function SocketPage() {
  const { messages, socketText, socketUrl } = useDocs()
  useTitle('The socket')
  return (
    <article className={styles['single']}>
      <h1>The socket</h1>
      <Markdown source={socketText} />
      <Samples label="Connect to the socket" samples={[{ language: 'ts', text: writeSample(socketUrl) }]} />
      {(['service', 'client'] as const).map((from) => (
        <section key={from}>
          <h2>{from === 'service' ? 'Messages from the service' : 'Messages from your client'}</h2>
          {messages
            .filter((one) => one.from === from)
            .map(({ id, name, summary, payload, answer }) => (
              <section key={id} id={id} className={styles['message']}>
                <h3>
                  <code>{name}</code>
                </h3>
                <Markdown source={summary} />
                {payload && <Members schema={payload} name={`Fields of ${name}`} />}
                {answer && (
                  <>
                    <h4>Acknowledgement</h4>
                    <Members schema={answer} name={`Acknowledgement of ${name}`} />
                  </>
                )}
              </section>
            ))}
        </section>
      ))}
    </article>
  )
}

const writeSample = (socketUrl: string) => `import { io } from 'socket.io-client'

const socket = io('${socketUrl}/v1', { auth: { token }, transports: ['websocket'] })
socket.on('connect', () => socket.emit('subscribe', { questionUuid }))
socket.on('question-changed', ({ questionUuid, version }) => console.log(questionUuid, version))`
