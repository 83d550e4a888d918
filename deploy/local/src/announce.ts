import type { Launched } from './launch.ts'
import { tell } from './steps.ts'
import { walkLines } from './walk.ts'

/** Prints where everything is and the walk through the life of one question. */
export function announce(launched: Launched, took: string): void {
  tell(`
Askline is ready after ${took}.

  To click       ${launched.apiUrl}/docs    (the documentation, where every request can be tried)
  API            ${launched.apiUrl}/v1      (base address of requests)
  Notifier       ${launched.notifierUrl}/v1      (base address of the socket, socket.io)
  Credentials    ${launched.demoFile}
  Logs           ${launched.services.map((service) => service.logFile).join('\n                 ')}
  Environment    ${launched.envFile}
  One more       ${launched.copyLine}      (a routing worker; "-- api" or "-- notifier" for one of those)

The life of one question, to be pasted line by line:
`)
  for (const { what, line } of walkLines(launched)) tell(`# ${what}\n${line}\n`)
  tell('Ctrl-C stops everything; the data stays. "npm start -- --fresh" begins anew.')
}
