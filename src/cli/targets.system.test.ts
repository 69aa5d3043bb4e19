import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { noVersion, startChecked } from '../../test/support/checked-server.ts'
import { runCommand } from '../../test/support/processes/commands.ts'
import { startServing } from '../../test/support/processes/serve-process.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

/** A folder with two servers in its configuration, of which the second breaks a fact. */
async function folderOfTwo() {
  const staging = await startChecked()
  const production = await startChecked(noVersion)
  const folder = temporaryFolder()
  writeFileSync(
    join(folder, 'svc-sandbox.config.ts'),
    `import type { SandboxConfig } from 'svc-sandbox'
    export default {
      readOnly: true,
      report: ['json=out/result.json'],
      skip: ['9.1'],
      targets: {
        staging: { baseUrl: '${staging.baseUrl}', token: '$\{STAGING_TOKEN}', readOnly: false },
        production: { baseUrl: '${production.baseUrl}', token: process.env.PRODUCTION_TOKEN },
        other: { baseUrl: '${production.baseUrl}', token: process.env.NOT_SET },
      },
    } satisfies SandboxConfig`,
  )
  writeFileSync(
    join(folder, '.env'),
    `STAGING_TOKEN=${staging.tokens.main}\nPRODUCTION_TOKEN="${production.tokens.main}"\n`,
  )
  const resultIn = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const check = (args: string[], env = {}) => runCommand(['check', ...args], { cwd: folder, env })
  return { folder, staging, production, check, resultIn }
}

describe('check', () => {
  it('takes a target from the configuration, and its key from .env', async () => {
    const { check, resultIn, staging } = await folderOfTwo()

    const { code, stderr } = await check(['staging'], { SVC_BASE_URL: 'http://127.0.0.1:1/api' })

    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(resultIn('out/result.json')).toMatchObject({
      baseUrl: staging.baseUrl,
      outcome: 'incomplete',
      credentials: { readOnly: false },
    })
  })

  it('lets flags precede variables, variables the target, and the target the top level', async () => {
    const { check, resultIn } = await folderOfTwo()
    const readOnly = async (args: string[], env = {}) => {
      await check([...args, '--max-requests', '2'], env)
      return resultIn('out/result.json').credentials.readOnly
    }

    expect(await readOnly(['production'])).toBe(true)
    expect(await readOnly(['production'], { SVC_READ_ONLY: '0' })).toBe(false)
    expect(await readOnly(['staging'])).toBe(false)
    expect(await readOnly(['staging'], { SVC_READ_ONLY: '1' })).toBe(true)
    expect(await readOnly(['staging', '--read-only'], { SVC_READ_ONLY: '0' })).toBe(true)
  })

  it('lets a variable that is set precede .env', async () => {
    const { check } = await folderOfTwo()

    const { stdout } = await check(['staging'], { STAGING_TOKEN: 'svc_test_of_nobody' })

    expect(stdout).toMatch(/refuses the key/)
  })

  it('shows several targets in one table, with the worst exit code and a report of each', async () => {
    const { check, resultIn, folder } = await folderOfTwo()

    const { code, stdout } = await check(['staging', 'production'])

    const lines = stdout.trimEnd().split('\n').slice(-3)
    expect(lines[0]).toMatch(/^Target +Result +Proved +Contradicted +Not tried +Exit$/)
    expect(lines[1]).toMatch(/^staging +INCOMPLETE +\d+ +0 +\d+ +0$/)
    expect(lines[2]).toMatch(/^production +FAILED +\d+ +\d+ +\d+ +1$/)
    expect(code).toBe(1)
    expect(resultIn('out/result-staging.json').outcome).toBe('incomplete')
    expect(resultIn('out/result-production.json').outcome).toBe('failed')
    expect(existsSync(join(folder, 'out/result.json'))).toBe(false)
  })

  it.each([
    [['stagin'], {}, /no target stagin\. Did you mean staging\? Its targets: staging, production/],
    [['staging', 'other'], {}, /targets\.other\.token is undefined/],
    [['staging'], { STAGING_TOKEN: '' }, /needs the variable STAGING_TOKEN, which is empty/],
    [['staging', 'production'], { SVC_TOKEN: 'a' }, /SVC_TOKEN would be sent to staging and prod/],
    [['staging', 'production', '--token', 'a'], {}, /--token would be sent to staging and prod/],
    [['staging', 'staging'], {}, /staging and staging would both write/],
  ])('refuses %j with %j before any request', async (args, env, message) => {
    const { check, staging } = await folderOfTwo()

    const { code, stderr } = await check(args, env)

    expect(stderr).toMatch(message)
    expect(code).toBe(2)
    expect(staging.requests()).toBe(0)
  })

  it('ignores what the configuration says of facts in a run of --fuzz', async () => {
    const { check } = await folderOfTwo()

    const { code, stderr } = await check(['staging', '--fuzz', '1', '--report', 'json=fuzz.json'])

    expect(stderr).toBe('')
    expect(code).toBe(0)
  })
})

describe('serve', () => {
  const folderOfServe = () => {
    const folder = temporaryFolder()
    writeFileSync(
      join(folder, 'custom.yaml'),
      'serve: { ephemeral: true, fixture: empty, now: 2026-01-15T09:30:00Z }\n' +
        'targets:\n  staging: { token: "$' +
        '{NOT_SET}", serve: { fixture: demo } }\n',
    )
    return folder
  }

  it('takes its options from the configuration, those of a target first', async () => {
    const cwd = folderOfServe()
    const greetingOf = async (args: string[], env = {}) =>
      (await startServing([...args, '--config', 'custom.yaml'], { cwd, env })).greeting

    expect(await greetingOf([])).toContain('fixture empty, kept in memory only')
    expect(await greetingOf(['staging'])).toContain('fixture demo, kept in memory only')
    expect(await greetingOf(['staging'], { SVC_FIXTURE: 'starter' })).toContain('fixture starter')
    expect(await greetingOf(['--data', 'kept'])).toContain('kept in kept')
  })
})
