import type { DemoFile } from './demo/demo-file.ts'
import type { Launched } from './launch.ts'
import { print } from './steps.ts'
import { walkLines } from './walk-lines.ts'

/** Prints all addresses and files. With the demo also the walk of commands to paste, without it how to create a company. */
export function announce(launched: Launched, took: string): void {
  print(`\nAskline is ready after ${took}.\n`)
  const { demo } = launched
  if (demo) announceDemo(launched, demo)
  else announceEmpty(launched)
  print('Ctrl-C stops everything and keeps the data. "npm start -- --fresh" deletes the data first.')
}

function announceEmpty({ apiUrl, setupLink, services, envFile }: Launched): void {
  print(`  Desk           ${apiUrl}/desk
  Documentation  ${apiUrl}/docs
  Logs           ${logsOf(services)}
  Environment    ${envFile}
`)
  if (setupLink === undefined) return
  print(`There is no company yet. Open this link within a day to create it and its first admin:
  ${setupLink}

Its first page shows what to do next. "npm run askline -- setup link" prints another link.
`)
}

const logsOf = (services: Launched['services']) => services.map(({ logFile }) => logFile).join('\n                 ')

function announceDemo(launched: Launched, demo: DemoFile): void {
  print(`  To click       one address for each role, signed in with one click:
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
  Logs           ${logsOf(launched.services)}
  Environment    ${launched.envFile}
  One more       ${launched.copyLine}      (a routing worker; "-- api", "-- notifier" or "-- courier" for one of those)

${demo.questions.length} questions show one state each; demo.json lists them, and the credentials of a sandbox company.
A walk through the API, to paste line by line:
`)
  for (const { what, line } of walkLines(launched)) print(`# ${what}\n${line}\n`)
}
