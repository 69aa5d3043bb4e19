import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { bundledEntry } from '../../test/support/bundled-entry.ts'
import { freePort } from '../../test/support/free-port.ts'
import { runCli } from '../../test/support/processes/serve-process.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

async function initIn(cwd: string, ...flags: string[]) {
  const ended = await runCli(['init', ...flags], { cwd })
  expect(ended.stderr).toBe('')
  return ended
}

/** Runs the lines of a job with `npx svc-sandbox` as the bundle; `npm test` lists the campaigns. */
async function runJob(cwd: string, script: string): Promise<{ code: number; output: string }> {
  const bin = join(cwd, '.bin')
  mkdirSync(bin)
  const port = await freePort()
  const commands = {
    npx: `shift; exec "${process.execPath}" "${inject('cli')}" "$@"`,
    npm: `[ "$1" = ci ] || curl --fail -s http://127.0.0.1:${port}/api/campaigns -H 'Authorization: Bearer svc_test_demo'`,
  }
  for (const [name, text] of Object.entries(commands)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  }
  const env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    SVC_PORT: String(port),
    SVC_URL: `http://127.0.0.1:${port}`,
  }
  // A group of its own, so that the server ends with the test.
  const child: ChildProcess = spawn('bash', ['-ec', script], { cwd, env, detached: true })
  onTestFinished(() => {
    process.kill(-(child.pid as number), 'SIGKILL')
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'exit')
  return { code, output }
}

it('--ci github writes a workflow that tests against a sandbox', async () => {
  const cwd = temporaryFolder()

  const { stdout } = await initIn(cwd, '--ci', 'github')

  const { jobs } = parse(readFileSync(join(cwd, '.github/workflows/sandbox.yml'), 'utf8'))
  const runs: string[] = jobs.test.steps.flatMap((step: { run?: string; if?: string }) =>
    step.run && !step.if ? [step.run] : [],
  )
  const { code, output } = await runJob(cwd, runs.join('\n'))
  expect(stdout).toContain('Wrote .github/workflows/sandbox.yml.')
  expect(existsSync(join(cwd, 'my-accounts.yaml'))).toBe(false)
  expect(code).toBe(0)
  expect(output).toContain('is ready')
  expect(output).toContain('"success":true')
})

it('--ci gitlab writes a job that tests against a sandbox', async () => {
  const cwd = temporaryFolder()

  const { stdout } = await initIn(cwd, '--ci', 'gitlab')

  const { sandbox } = parse(readFileSync(join(cwd, '.gitlab/sandbox.yml'), 'utf8'))
  const { code, output } = await runJob(cwd, sandbox.script.join('\n'))
  expect(parse(/include: .*/.exec(stdout)?.[0] ?? '')).toEqual({
    include: [{ local: '.gitlab/sandbox.yml' }],
  })
  expect(code).toBe(0)
  expect(output).toContain('"success":true')
})

it('--compose writes a service that starts, and a health check that passes', async () => {
  const cwd = temporaryFolder()

  await initIn(cwd, '--compose')

  const { services } = parse(readFileSync(join(cwd, 'compose.sandbox.yaml'), 'utf8'))
  const { command, environment, healthcheck } = services.sandbox
  const words = (list: string[]) =>
    list.map((word) => word.replace('node_modules/.bin/svc-sandbox', 'npx svc-sandbox')).join(' ')
  const check = healthcheck.test.slice(1) as string[]
  const script = `
    export SVC_HOST=${environment.SVC_HOST} SVC_ADMIN_TOKEN=sandbox
    ${words(command)} > sandbox.log 2>&1 &
    npx svc-sandbox wait --timeout 20s
    ${words(check)}`
  const { code } = await runJob(cwd, script)
  expect(environment.SVC_ADMIN_TOKEN).toMatch(/:-sandbox\}$/)
  expect(code).toBe(0)
})

it('--playwright writes tests that pass', async () => {
  const cwd = temporaryFolder()

  await initIn(cwd, '--playwright')

  const port = await freePort()
  symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'))
  const entry = bundledEntry('playwright')
  replaceIn(join(cwd, 'tests/sandbox.spec.ts'), "'svc-sandbox/playwright'", `'${entry}'`)
  const config = join(cwd, 'playwright.sandbox.config.ts')
  replaceIn(config, 'npx svc-sandbox', `"${process.execPath}" "${inject('cli')}"`)
  replaceIn(config, '4010', String(port))
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const env = { ...process.env, SVC_PORT: String(port), SVC_URL: `http://127.0.0.1:${port}` }
  const output = await new Promise<string>((resolve) => {
    const args = [cli, 'test', '--config', config, '--reporter', 'line']
    execFile(process.execPath, args, { cwd, env }, (_, out, err) => resolve(out + err))
  })
  expect(output).toContain('2 passed')
})

function replaceIn(file: string, text: string, other: string): void {
  const before = readFileSync(file, 'utf8')
  expect(before).toContain(text)
  writeFileSync(file, before.replaceAll(text, other))
}
