import type { Launched } from './launch.ts'
import { print } from './steps.ts'
import { walkLines } from './walk.ts'

/** Prints all addresses and files, and the walk of commands to paste. */
export function announce(launched: Launched, took: string): void {
  print(`
Askline is ready after ${took}.

  To click       one address for each role, signed in with one click:
    asker        ${launched.apiUrl}/demo/user
    expert       ${launched.apiUrl}/demo/expert      (one who has an offer; /demo/expert/2 is the next one)
    widget       ${launched.apiUrl}/demo/page      (a page of a company that shows the widget to its signed-in user)
    agent        ${launched.apiUrl}/demo/agent
    admin        ${launched.apiUrl}/demo/admin
    sandbox      ${launched.apiUrl}/demo/sandbox      (admin of a company whose clock can be moved)
  Documentation  ${launched.apiUrl}/docs    (every request can be tried there)
  API            ${launched.apiUrl}/v1      (base address of requests)
  Notifier       ${launched.notifierUrl}/v1      (base address of the socket, socket.io)
  Credentials    ${launched.demoFile}
  Logs           ${launched.services.map((service) => service.logFile).join('\n                 ')}
  Environment    ${launched.envFile}
  One more       ${launched.copyLine}      (a routing worker; "-- api" or "-- notifier" for one of those)

${launched.demo.questions.length} questions show one state each; demo.json lists them, and the credentials of a sandbox company.
A walk through the API, to paste line by line:
`)
  for (const { what, line } of walkLines(launched)) print(`# ${what}\n${line}\n`)
  print('Ctrl-C stops everything and keeps the data. "npm start -- --fresh" deletes the data first.')
}
