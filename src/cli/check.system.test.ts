import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { all, handled, replies } from '../../contract-tests/self-test/changes.ts'
import type { Planting } from '../../contract-tests/self-test/server.ts'
import { Refusal } from '../../contract-tests/self-test/world.ts'
import { noVersion, startChecked } from '../../test/support/checked-server.ts'
import { runCommand } from '../../test/support/processes/commands.ts'
import { runCli, startCli } from '../../test/support/processes/serve-process.ts'
import { temporaryFile, temporaryFolder } from '../../test/support/temporary.ts'
import { flagsOf } from './check-settings.ts'

async function serve(planting?: Planting) {
  const server = await startChecked(planting)
  /** Names of the campaigns that a run created. */
  const left = () =>
    server
      .campaigns()
      .map(({ name }) => String(name))
      .filter((name) => name.startsWith('svc-check-'))
  return { ...server, left }
}

describe('svc-sandbox check', () => {
  it('exits with 0 for a server that conforms', async () => {
    const { baseUrl, keys, left } = await serve()

    const { code, stdout, stderr } = await runCli(['check', baseUrl, ...keys])

    expect(stderr).toBe('')
    expect(stdout).toMatch(/^PASSED {2}every fact was tried and holds\n(\d+) of \1 facts proved/m)
    expect(code).toBe(0)
    expect(left()).toEqual([])
  })

  it('exits with 1 for one that does not, and names the fact, its section and a command', async () => {
    const { baseUrl, keys } = await serve(noVersion)

    const { code, stdout } = await runCli(['check', `${baseUrl}/`, ...keys])

    expect(stdout).toMatch(/4\.12 .*Where there is meta, it contains version, a string/)
    expect(stdout).toContain('the number 1.2')
    expect(stdout).toContain(
      `curl -i '${baseUrl}/auth/verify' -H "Authorization: Bearer $SVC_TOKEN"`,
    )
    expect(stdout).toMatch(/^FAILED/m)
    expect(code).toBe(1)
  })

  it('writes all reports without any key', async () => {
    const { baseUrl, keys, tokens } = await serve(noVersion)
    const folder = temporaryFolder()
    const kinds = ['junit', 'json', 'html', 'md', 'sarif', 'badge']
    const reports = kinds.flatMap((kind) => ['--report', `${kind}=${join(folder, kind)}`])

    const { stdout, stderr } = await runCommand(['check', baseUrl, ...keys, ...reports], {
      env: { GITHUB_ACTIONS: 'true' },
    })

    const texts = [stdout, stderr, ...kinds.map((kind) => readFileSync(join(folder, kind), 'utf8'))]
    for (const text of texts) {
      for (const token of Object.values(tokens)) expect(text).not.toContain(token)
    }
    expect(stdout).toContain('::error file=spec/openapi.yaml,line=')
    expect(JSON.parse(texts.at(3) as string).outcome).toBe('failed')
  })

  it('is incomplete without all keys, which --strict and --require refuse', async () => {
    const { baseUrl, tokens } = await serve()
    const file = join(temporaryFolder(), 'result.json')
    const attempt = (...args: string[]) =>
      runCommand(['check', baseUrl, '--token', tokens.main, '--report', `json=${file}`, ...args])
    const outcome = () => JSON.parse(readFileSync(file, 'utf8')).outcome

    const plain = await attempt()
    expect([plain.code, outcome()]).toEqual([0, 'incomplete'])
    const proved = /^(\d+) of/m.exec(plain.stdout)?.[1] as string

    const strict = await attempt('--strict')
    expect([strict.code, outcome()]).toEqual([1, 'incomplete'])
    expect(strict.stdout).toMatch(/^! --strict: 8\.18 is not proved: .*give --limited-token/m)
    expect(strict.stdout).toMatch(/^INCOMPLETE .*--strict does not\s+allow that/m)

    expect((await attempt('--require', proved)).code).toBe(0)
    expect((await attempt('--require', String(Number(proved) + 1))).code).toBe(1)
  })

  it('writes the failures of a run as a list that the next run accepts', async () => {
    const { baseUrl, keys } = await serve(noVersion)
    const file = join(temporaryFolder(), 'known.yaml')
    const attempt = (...args: string[]) => runCommand(['check', baseUrl, ...keys, ...args])

    const first = await attempt('--write-known', file)
    expect(first.code).toBe(1)
    expect(first.stdout).toContain(`Accept them with --known ${file}.`)

    expect((await attempt('--known', file)).stdout).toMatch(/^KNOWN FAILURES/m)
    expect((await attempt('--write-known', file)).stderr).toMatch(
      /exists\. To update it, give --known/,
    )
    expect((await attempt('--known', file, '--write-known', file)).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/fact: "4\.12"/)
  })

  it('removes blanks around a key, and says so', async () => {
    const { baseUrl, tokens } = await serve()

    const { code, stderr } = await runCommand(['check', baseUrl], {
      env: { SVC_TOKEN: ` ${tokens.main}\n`, SVC_READ_ONLY: '1' },
    })

    expect(stderr).toBe('Note: --token had blanks or a line break around it; they are not sent.\n')
    expect(code).toBe(0)
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'deletes what it created when %s stops it',
    async (signal) => {
      const { baseUrl, keys, left } = await serve(
        replies((reply) => {
          reply.delayMs = 20
        }),
      )
      const run = startCli(['check', baseUrl, ...keys])

      await expect.poll(() => left().length, { timeout: 20_000 }).toBeGreaterThan(0)
      run.kill(signal)
      const { code, stdout, stderr } = await run.ended

      expect(stderr).toContain('Interrupted: deleting what was created.')
      expect(stdout).toMatch(/^INTERRUPTED/m)
      expect(code).toBe(130)
      expect(left()).toEqual([])
    },
  )

  it('lists at a second signal what it leaves behind, and ends at once', async () => {
    let isStuck = false
    const { baseUrl, keys, left, campaigns } = await serve(
      all(
        handled('deleteCampaign', (_request, next) => {
          if (isStuck) throw new Refusal('server_error', 'No deletion today')
          return next()
        }),
        replies((reply, { method }) => {
          // Deleting takes longer than the user waits.
          reply.delayMs = method === 'DELETE' && isStuck ? 60_000 : 20
        }),
      ),
    )
    const run = startCli(['check', baseUrl, ...keys])

    await expect.poll(() => left().length, { timeout: 20_000 }).toBeGreaterThan(0)
    isStuck = true
    run.kill('SIGINT')
    await expect.poll(() => run.stderr(), { timeout: 20_000 }).toContain('Interrupted')
    run.kill('SIGINT')
    const { code, stderr } = await run.ended

    expect(code).toBe(130)
    expect(stderr).toContain('Ended before everything was deleted.')
    const ids = campaigns().filter(({ name }) => left().includes(String(name)))
    for (const { id, name } of ids) expect(stderr).toContain(`${name} (${id})`)
    expect(ids.length).toBeGreaterThan(0)
    expect(stderr).toContain('svc-sandbox clean')
  })

  it('deletes what it created when an error is caught by nothing', async () => {
    const { baseUrl, keys, left } = await serve()
    const crash = temporaryFile(
      'crash.mjs',
      `import http from 'node:http'
      const { request } = http
      let count = 0
      http.request = (...args) => {
        count += 1
        if (count === 30) process.nextTick(() => { throw new Error('boom') })
        return request(...args)
      }`,
    )

    const { code, stderr } = await runCli(['check', baseUrl, ...keys], {
      env: { NODE_OPTIONS: `--import ${crash}` },
    })

    expect(stderr).toContain('The suite itself failed (boom); please report it.')
    expect(stderr).toContain('What it created is deleted.')
    expect(code).toBe(2)
    expect(left()).toEqual([])
  })
})

it('treats 0 as off and ignores empty variables', () => {
  const flags = flagsOf(
    { token: 'given' },
    {
      SVC_TOKEN: 'other',
      SVC_ALLOW_LIVE_KEY: '0',
      SVC_READ_ONLY: 'yes',
      SVC_LEVEL: '',
      SVC_REPORT: 'json=a,md=b',
    },
  )

  expect(flags).toEqual({
    token: 'given',
    allowLiveKey: false,
    readOnly: true,
    report: ['json=a', 'md=b'],
  })
})

it('refuses a key that a variable leaves empty, as CI does for a misspelt secret', () => {
  expect(() => flagsOf({}, { SVC_REVOKED_TOKEN: '' })).toThrow(
    /^SVC_REVOKED_TOKEN is empty\. .*leave SVC_REVOKED_TOKEN out\.$/,
  )
  expect(flagsOf({ revokedToken: 'a' }, { SVC_REVOKED_TOKEN: '' }).revokedToken).toBe('a')
})

describe('a run that cannot start exits with 2', () => {
  const attempt = (...args: string[]) => runCommand(['check', ...args])

  it('without a server, after it wrote its reports', async () => {
    const file = join(temporaryFolder(), 'reports', 'result.json')
    const report = ['--report', `json=${file}`]

    const { code, stdout } = await attempt('http://127.0.0.1:1/api', '--token', 't', ...report)

    expect(stdout).toMatch(/COULD NOT RUN/)
    expect(stdout).toContain('ECONNREFUSED')
    expect(code).toBe(2)
    expect(JSON.parse(readFileSync(file, 'utf8')).outcome).toBe('could_not_run')
  })

  it('with a refused key, which is not shown', async () => {
    const { baseUrl } = await serve()

    const { code, stdout } = await attempt(baseUrl, '--token', 'svc_test_of_nobody')

    expect(stdout).toMatch(/refuses the key.*invalid_api_key/s)
    expect(stdout).not.toContain('svc_test_of_nobody')
    expect(code).toBe(2)
  })

  it('annotates the mistake in GitHub Actions', async () => {
    const { code, stdout } = await runCommand(['check', 'http://127.0.0.1:1/api'], {
      env: { GITHUB_ACTIONS: 'true' },
    })

    expect(stdout).toBe(
      '::error title=svc-sandbox could not start::--token is missing. Give the key to check with, or set SVC_TOKEN.\n',
    )
    expect(code).toBe(2)
  })

  it('annotates an option that does not exist', async () => {
    const { code, stdout } = await runCommand(['check', '--tokn', 'a'], {
      env: { GITHUB_ACTIONS: 'true' },
    })

    expect(stdout).toMatch(/^::error title=svc-sandbox could not start::error: unknown option/)
    expect(code).toBe(2)
  })

  it('and removes older reports, so that CI does not upload them', async () => {
    const file = temporaryFile('result.json', '{}')
    const args = ['check', 'http://127.0.0.1:1/api', '--report', `json=${file}`]

    const { code, stderr } = await runCommand(args, { env: { SVC_TOKEN: '' } })

    expect(stderr).toContain(`Removed ${file}, an older report.`)
    expect(existsSync(file)).toBe(false)
    expect(code).toBe(2)
  })

  it('and removes those of a run that starts before its first request', async () => {
    const file = temporaryFile('junit.xml', '<old/>')
    const seen: boolean[] = []
    const { baseUrl, keys } = await serve(replies(() => seen.push(existsSync(file))))

    await runCli(['check', baseUrl, ...keys, '--read-only', '--report', `junit=${file}`])

    expect(seen[0]).toBe(false)
    expect(readFileSync(file, 'utf8')).toContain('<testsuites')
  })
})
