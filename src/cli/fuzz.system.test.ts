import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { handled, type Plant } from '../../contract-tests/self-test/changes.ts'
import { startServer } from '../../contract-tests/self-test/server.ts'
import { runCommand } from '../../test/support/processes/commands.ts'
import { startCli } from '../../test/support/processes/serve-process.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

/** Loses the keywords of a campaign that has only one. */
const losing = handled('createCampaign', (_request, next, world) => {
  const reply = next()
  const made = world.campaigns.at(-1)
  if (made?.fields.keywords.length === 1) made.fields = { ...made.fields, keywords: [] }
  return reply
})

async function serve(plant: Plant = () => {}, mainLimit = 200_000) {
  const server = await startServer({ options: { mainLimit }, plant })
  onTestFinished(() => server.close())
  const { main, restricted, other } = server.tokens
  const keys = ['--token', main, '--restricted-token', restricted, '--other-token', other]
  const left = () => server.campaigns().filter(({ name }) => String(name).startsWith('svc-fuzz-'))
  return { ...server, keys, left }
}

describe('svc-sandbox fuzz', () => {
  it('exits with 0 and prints the seed if no case breaks a rule', async () => {
    const { baseUrl, keys, left } = await serve()

    const { code, stdout, stderr } = await runCommand(['fuzz', baseUrl, ...keys, '--cases', '10'])

    expect(stderr).toBe('')
    expect(stdout).toMatch(
      /^PASSED {2}no case broke a rule\nseed \d+ · 10 of 10 cases · \d+ requests/m,
    )
    expect(code).toBe(0)
    expect(left()).toEqual([])
  })

  it('exits with 1 if a case does, saves it and replays it', async () => {
    const { baseUrl, keys, tokens } = await serve(losing)
    const cwd = temporaryFolder()

    const report = join(cwd, 'out', 'fuzz.json')
    const first = await runCommand(
      ['check', baseUrl, ...keys, '--fuzz', '100', '--seed', '7', '--report', `json=${report}`],
      { cwd },
    )
    const [file = ''] = readdirSync(cwd).filter((name) => name.startsWith('svc-fuzz-7-'))
    const again = await runCommand(['check', baseUrl, ...keys, '--replay', file], { cwd })

    expect(first.stdout).toContain('keywords as the list')
    expect(first.stdout).toMatch(/^FAILED .*reproduction: 2 requests$/m)
    expect(first.stdout).toContain(`To run it again: --replay ${file}`)
    expect(first.code).toBe(1)
    expect(again.stdout).toMatch(/^FAILED .*reproduction: 2 requests\nseed 7 · 1 of 1 case/m)
    expect(again.code).toBe(1)
    const written = [
      first.stdout,
      readFileSync(join(cwd, file), 'utf8'),
      readFileSync(report, 'utf8'),
    ]
    for (const text of written) {
      for (const token of Object.values(tokens)) expect(text).not.toContain(token)
    }
    expect(JSON.parse(written[2] as string).failure.rule).toBe('read_back')
  })

  it('deletes what it created when it is interrupted', async () => {
    const { baseUrl, keys, left } = await serve()
    const run = startCli(['check', baseUrl, ...keys, '--fuzz', '5000'])

    await expect.poll(() => left().length, { timeout: 20_000 }).toBeGreaterThan(0)
    run.kill('SIGINT')
    const { code, stdout } = await run.ended

    expect(stdout).toMatch(/^INTERRUPTED {2}\d+ of 5,000 cases ran/m)
    expect(code).toBe(130)
    expect(left()).toEqual([])
  })
})
