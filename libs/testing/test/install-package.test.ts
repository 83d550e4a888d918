import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const installer = fileURLToPath(new URL('../install-package.sh', import.meta.url))

// A stand-in for apt-get, because a test must not install anything. It records the policy while packages are unpacked.
test('services may not start while packages are unpacked, and the policy is put back afterwards', () => {
  const { folder, policy } = machine('sh "$POLICY"; echo $? >"$SEEN"')
  writeFileSync(policy, 'the policy of this machine')

  const run = install(folder, policy)

  expect(run.status).toBe(0)
  expect(readFileSync(join(folder, 'seen'), 'utf8').trim()).toBe('101')
  expect(readFileSync(policy, 'utf8')).toBe('the policy of this machine')
})

test('a machine without a policy has none afterwards, also when the installation fails', () => {
  const { folder, policy } = machine('exit 100')

  const run = install(folder, policy)

  expect(run.status).toBe(1)
  expect(existsSync(policy)).toBe(false)
})

function machine(aptGet: string): { folder: string; policy: string } {
  const folder = mkdtempSync(join(tmpdir(), 'askline-apt-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, script] of Object.entries({ 'apt-get': aptGet, systemctl: 'exit 0', 'update-rc.d': 'exit 0' })) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return { folder, policy: join(folder, 'policy-rc.d') }
}

function install(folder: string, policy: string) {
  return spawnSync('/bin/sh', [installer, policy, 'redis-server'], {
    env: { PATH: [folder, '/usr/bin', '/bin'].join(delimiter), POLICY: policy, SEEN: join(folder, 'seen') },
  })
}
