import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { all, parseXml } from '../../contract-tests/report/testing/parse-xml.ts'
import { startServer } from '../../contract-tests/self-test/server.ts'
import { plantedAs } from '../../contract-tests/self-test/suite.ts'
import { createSandbox } from '../../src/sandbox.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { action, actionSteps, componentJob } from './recipes.ts'
import { root } from './snippets.ts'

const KEYS = {
  token: 'svc_test_demo',
  'restricted-token': 'svc_restricted_readonly',
  'limited-token': 'svc_test_limited',
  'revoked-token': 'svc_test_revoked',
}

let tarball: string
const packed: string[] = []

beforeAll(() => {
  tarball = pack()
}, 120_000)

afterAll(() => {
  for (const folder of packed) rmSync(folder, { recursive: true, force: true })
})

/** The package as npm packs it, from the bundle of this source; without fonts, which are two thirds of it and no check needs. */
function pack(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-package-'))
  packed.push(folder)
  const source = join(folder, 'package')
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const needed = (files as string[]).filter((name) =>
    /^(bin|spec|fixtures|CHANGELOG|SECURITY)/.test(name),
  )
  for (const name of ['package.json', ...new Set(needed.map((name) => name.split('/')[0] ?? ''))]) {
    cpSync(join(root, name), join(source, name), { recursive: true })
  }
  const built = join(dirname(inject('cli')), '../..')
  const fonts = join(built, 'fonts')
  cpSync(built, join(source, 'dist'), { recursive: true, filter: (path) => path !== fonts })
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: source,
  })
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
}

/** One with the time of the machine: its newest records must be of these days. */
async function sandbox() {
  const started = await createSandbox({ ephemeral: true, port: 0 })
  onTestFinished(() => started.close())
  return started
}

/** Runs a script as a runner does, in the folder of a checkout. */
async function runScript(script: string, folder: string, env: Record<string, string>) {
  writeFileSync(join(folder, '.script'), script)
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(SVC_|VITEST|GITHUB_)/.test(name),
  )
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '.script'], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...env },
    timeout: 100_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  return { code: code as number, output }
}

/** Runs the action in a fresh folder; its outputs are what the runner would take from its step. */
async function runAction(inputs: Record<string, string>) {
  const folder = temporaryFolder()
  const [output, summary, temp] = ['output', 'summary', 'temp'].map((name) => join(folder, name))
  mkdirSync(temp as string)
  const runner = {
    GITHUB_ACTIONS: 'true',
    GITHUB_OUTPUT: output as string,
    GITHUB_STEP_SUMMARY: summary as string,
    RUNNER_TEMP: temp as string,
  }
  let printed = ''
  for (const { script, env } of actionSteps(inputs)) {
    const ran = await runScript(script, folder, { ...runner, ...env })
    printed += ran.output
    if (ran.code !== 0 || script.includes('svc-sandbox check')) {
      const outputs = existsSync(output as string) ? readFileSync(output as string, 'utf8') : ''
      return {
        folder,
        code: ran.code,
        printed,
        summary: existsSync(summary as string) ? readFileSync(summary as string, 'utf8') : '',
        outputs: Object.fromEntries(
          outputs
            .trim()
            .split('\n')
            .map((line) => [line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1)]),
        ),
      }
    }
  }
  throw new Error('The action does not check.')
}

it('the action installs the tarball, checks, and hands over reports and outputs', async () => {
  const { url } = await sandbox()

  const ran = await runAction({
    'base-url': url,
    ...KEYS,
    package: tarball,
    args: '--strict  --header "X-Team: a b; $(touch owned)"',
    reports: 'my reports',
  })

  expect(ran.code, ran.printed).toBe(0)
  const { outputs, folder } = ran
  expect(outputs).toMatchObject({ outcome: 'passed', 'exit-code': '0', reports: 'my reports' })
  // Each declared output has a value.
  const ids = Object.values(action.outputs).map(({ value }) => /outputs\.([\w-]+)/.exec(value)?.[1])
  expect(Object.keys(outputs).toSorted()).toEqual(ids.toSorted())
  for (const name of ['json', 'html', 'junit', 'sarif', 'badge']) {
    expect(readFileSync(join(folder, outputs[name] ?? ''), 'utf8'), name).not.toBe('')
  }
  expect(ran.summary).toContain('## ✅ PASSED')
  expect(readdirSync(folder)).not.toContain('owned')
})

it('the action fails with the failures of the server, annotates them, and summarizes them', async () => {
  const server = await startServer(plantedAs('meta.version is a number'))
  onTestFinished(() => server.close())

  const ran = await runAction({
    'base-url': server.baseUrl,
    token: server.tokens.main,
    package: tarball,
  })

  expect(ran.code, ran.printed).toBe(1)
  expect(ran.outputs).toMatchObject({ outcome: 'failed', 'exit-code': '1' })
  expect(ran.outputs.sarif).toBe('contract-report/contract.sarif')
  expect(ran.printed).toMatch(/^::error file=spec\/openapi\.yaml,line=\d+,title=(9\.1|4\.12)/m)
  expect(ran.summary).toContain('## ❌ FAILED')
})

it('the action stops at a quote without its pair, which would drop options', async () => {
  const ran = await runAction({
    'base-url': 'http://127.0.0.1:9/api',
    token: 'svc_test_demo',
    package: tarball,
    args: "--strict --header 'X-Gateway: blue",
  })

  expect(ran.code).toBe(2)
  expect(ran.printed).toMatch(/^::error title=Contract check::The input args has a quote/m)
  expect(ran.printed).not.toContain('COULD NOT RUN')
})

it('the component of GitLab installs the tarball, checks, and leaves its artifacts', async () => {
  const { url } = await sandbox()
  const folder = temporaryFolder()
  cpSync(tarball, join(folder, 'svc.tgz'))
  const job = componentJob({ 'base-url': url, package: 'svc.tgz', args: '--strict' })

  const ran = await runScript(job.script.join('\n'), folder, {
    ...job.variables,
    ...Object.fromEntries(
      Object.entries(KEYS).map(([name, key]) => [
        `SVC_${name.replaceAll('-', '_').toUpperCase()}`,
        key,
      ]),
    ),
  })

  expect(ran.code, ran.output).toBe(0)
  const xml = parseXml(readFileSync(join(folder, job.artifacts.reports.junit), 'utf8'))
  expect(all(xml, 'testcase').length).toBeGreaterThan(50)
  expect(job.artifacts.paths).toEqual(['contract-report'])
})

it('the component keeps the rules of GitLab: a header of typed inputs, and a name for its job', () => {
  const text = readFileSync(join(root, 'deploy/gitlab/check.yml'), 'utf8')
  const [header = '', body = '', ...more] = text.split(/^---$/m)
  const { spec, ...others } = parse(header) as { spec: { inputs: Record<string, object> } }
  const used = [...body.matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map(([, name]) => name)

  expect([more, Object.keys(others), Object.keys(spec)]).toEqual([[], [], ['inputs']])
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(spec.inputs).toSorted())
  for (const input of Object.values(spec.inputs)) {
    expect(['default', 'description', 'options', 'regex', 'type']).toEqual(
      expect.arrayContaining(Object.keys(input)),
    )
    // Without a type an input is a string, and so must its default be.
    expect(['string', 'undefined']).toContain(typeof (input as { default?: unknown }).default)
  }
  expect(componentJob({ 'base-url': 'http://a', job: 'staging' })).toMatchObject({
    resource_group: 'staging',
  })
})

it('both install this version by default', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

  expect(action.inputs.package?.default).toBe(`svc-sandbox@${version}`)
  expect(componentJob({ 'base-url': 'http://a' }).variables.CONTRACT_PACKAGE).toBe(
    `svc-sandbox@${version}`,
  )
})
