import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { saveAnswers } from '../operations.ts'
import { freePort, startSandbox, temporaryFolder } from '../servers.ts'
import { answerTime, inTurns, median, pause } from '../statistics.ts'
import { compared, type Row } from '../table.ts'

const root = new URL('../../../', import.meta.url).pathname
const ROUNDS = 7
const LONGEST_MS = 60_000

/** `npx svc-sandbox serve` in a folder with the packed package, next to bare Express behind npx. */
export async function installed(): Promise<Row[]> {
  const sandbox = await startSandbox(['--ephemeral'])
  const answers = await saveAnswers(sandbox)
  await sandbox.stop()
  const folder = temporaryFolder()
  install(folder)
  const express = `-c "node ${root}test/bench/bare/express.js PORT ${answers}"`
  const starts = [
    () => startTime(folder, 'svc-sandbox serve --ephemeral --port PORT', '/api/auth/me'),
    () => startTime(folder, express, '/api/campaigns'),
  ]
  const [ours = [], theirs = []] = await inTurns(starts, ROUNDS, (start) => start())
  return compared('npx -c "node express.js"', median(theirs), {
    'npx svc-sandbox serve, from an installed tarball': median(ours),
    'its first start after the installation': ours[0] ?? Number.NaN,
  })
}

/** Packs the build and installs it in `folder`. */
function install(folder: string): void {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: root,
  })
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz')) as string
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  execFileSync('npm', ['install', ...flags, join(folder, tarball)], { cwd: folder, stdio: 'pipe' })
}

/** Milliseconds from calling npx until `path` returns 200. */
async function startTime(cwd: string, command: string, path: string): Promise<number> {
  const port = await freePort()
  const begin = performance.now()
  // A group of its own, which ends with the server that npx runs.
  const child = spawn('sh', ['-c', `exec npx --no ${command.replace('PORT', port)}`], {
    cwd,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  try {
    while (performance.now() - begin < LONGEST_MS) {
      const answer = answerTime(`http://127.0.0.1:${port}${path}`, 'svc_test_demo', 200)
      if (await answer.then(Boolean, () => false)) return performance.now() - begin
      await pause(2)
    }
    throw new Error(`No answer after: npx ${command}`)
  } finally {
    const ended = once(child, 'exit')
    process.kill(-(child.pid as number), 'SIGTERM')
    await ended
  }
}
