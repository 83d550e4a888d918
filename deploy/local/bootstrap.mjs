// The entry of `npm start`, `copy`, `dev`, `test`, `bench`, `bench:text`, `chaos`, `drill`, `fuzz`, `containers` and `pictures`. Plain JavaScript without packages, so that it runs in a fresh clone.
// Installs and builds missing or outdated parts, then continues as the compiled command in this process.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = [20, 19]
const COMMANDS = [
  'start',
  'copy',
  'dev',
  'test',
  'bench',
  'bench-text',
  'chaos',
  'drill',
  'fuzz',
  'containers',
  'pictures',
]

const root = fileURLToPath(new URL('../../', import.meta.url))
const [command, ...flags] = process.argv.slice(2)
// A first `npm start` leaves out the packages for tests and tools, which are more than half of all.
const needsTools = command !== 'start' || existsSync(`${root}node_modules/vitest`)

checkNode()
if (!COMMANDS.includes(command)) refuse(`There is no command "${command}".`, `Use one of: ${COMMANDS.join(', ')}`)
// A copy runs beside `npm start`, whose files must not change while it runs.
if (command !== 'copy') {
  await install()
  await build()
}
await run()

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const isOldEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  if (isOldEnough) return
  refuse(
    `Askline needs Node ${OLDEST_NODE.join('.')} or newer, and this is ${process.versions.node}.`,
    'Install a newer one from https://nodejs.org or with "nvm install 24".',
  )
}

async function install() {
  const state = installedState()
  if (state === 'current') return
  const options = [
    '--no-audit',
    '--no-fund',
    '--include=optional',
    '--loglevel=error',
    needsTools ? '--include=dev' : '--omit=dev',
  ]
  // `npm ci` would remove an existing node_modules, and `npm install` adds only what is missing.
  const first = state === 'missing' && existsSync(`${root}package-lock.json`) ? 'ci' : 'install'
  const result = await step(`installing packages (npm ${first})`, npm([first, ...options]))
  if (result.code === 0) return
  if (first === 'ci') {
    const second = await step('npm ci is not possible here: npm install', npm(['install', ...options]))
    if (second.code === 0) return
    refuseStep('The packages cannot be installed', second.words)
  }
  refuseStep('The packages cannot be installed', result.words)
}

/** Compares the versions that npm recorded in node_modules with the lock file. Dates of files do not matter. */
function installedState() {
  const recorded = `${root}node_modules/.package-lock.json`
  if (!existsSync(recorded)) return 'missing'
  if (!existsSync(`${root}package-lock.json`)) return 'old'
  const wanted = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')).packages
  const present = JSON.parse(readFileSync(recorded, 'utf8')).packages
  const isMet = ([path, { version, dev, optional, devOptional, peer }]) => {
    if (!path.includes('node_modules/') || (dev && !needsTools)) return true
    return present[path] ? present[path].version === version : optional || devOptional || peer
  }
  return Object.entries(wanted).every(isMet) ? 'current' : 'old'
}

async function build() {
  const result = await step('building', npm(['run', '--silent', 'build']))
  if (result.code === 0) return
  console.error(result.words)
  refuse('The build failed; its words are above.', 'Repair the sources, then start again.')
}

async function run() {
  const file = `${root}deploy/local/dist/${command}.js`
  if (!existsSync(file)) refuse(`The command "${command}" was not built: ${file} is missing.`, 'Run "npm run build".')
  process.argv.splice(1, process.argv.length - 1, file, ...flags)
  process.setSourceMapsEnabled(true)
  await import(new URL(`dist/${command}.js`, import.meta.url).href)
}

function npm(args) {
  const script = process.env.npm_execpath
  return script ? [process.execPath, [script, ...args]] : ['npm', args]
}

/** Runs a program silently. Reports every ten seconds that it is still running, and at the end how long it took. */
async function step(label, [program, args]) {
  const began = performance.now()
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`
  const patience = setInterval(() => console.log(`  … ${label}, ${seconds()}`), 10_000)
  const announced = setTimeout(() => console.log(`  ${label} …`), 700)
  const result = await new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1' },
    })
    let words = ''
    const collect = (chunk) => {
      words = (words + chunk).slice(-20_000)
    }
    child.stdout.setEncoding('utf8').on('data', collect)
    child.stderr.setEncoding('utf8').on('data', collect)
    child.once('error', (error) => resolve({ code: 1, words: error.message }))
    child.once('close', (code) => resolve({ code, words }))
  })
  clearInterval(patience)
  clearTimeout(announced)
  console.log(`  ${result.code === 0 ? '✓' : '✗'} ${label}  ${seconds()}`)
  return result
}

function refuseStep(sentence, words) {
  if (/ENOSPC/.test(words)) refuse('The disk is full.', 'Free at least 1 GB and start again.')
  const reason = words
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
    .filter((line) => line && !/complete log|^code |^A complete/.test(line))
  refuse(
    `${sentence}: ${reason[0] ?? 'npm gives no reason'}`,
    'Check the network and the npm registry, then start again.',
  )
}

function refuse(sentence, remedy) {
  console.error(`✗ ${sentence}\n  ${remedy}`)
  if (command === 'test') console.log('0 passed, 1 failed, 0 skipped')
  process.exit(1)
}
