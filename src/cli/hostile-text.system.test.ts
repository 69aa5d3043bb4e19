import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replies } from '../../contract-tests/self-test/changes.ts'
import { startServer } from '../../contract-tests/self-test/server.ts'
import {
  HOSTILE,
  HOSTILE_ARGUMENT,
  hostileSandbox,
  type Manner,
} from '../../test/support/hostile-sandbox.ts'
import { runCommand } from '../../test/support/processes/commands.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { createProgram } from './program.ts'

const ID = 'any'

/** The arguments of each command for a running sandbox. The test fails for a command that is not listed. */
const REMOTE: Record<string, string[][]> = {
  clock: [[]],
  'clock advance': [['1d'], ['1d', '--no-wait']],
  'clock cancel': [[]],
  'clock set': [['2026-03-01T09:00:00Z']],
  'clock freeze': [[]],
  'clock unfreeze': [[]],
  trigger: [
    ['ranking.changed'],
    ['ranking.changed', '--to', 'http://127.0.0.1:9/', '--data', '{"a":1}'],
  ],
  'deliveries list': [[]],
  'deliveries show': [[ID]],
  'deliveries resend': [[ID], []],
  'events list': [[]],
  listen: [[]],
  'receiver show': [[], [HOSTILE], ['--follow']],
  'receiver script': [['500']],
  'receiver clear': [[]],
  'webhooks list': [[]],
  'webhooks set': [[ID, '--no-headers']],
  'webhooks replay': [[ID]],
  'faults list': [[]],
  'faults add': [['--status', '500']],
  'faults update': [[ID, '--disable']],
  'faults remove': [[HOSTILE_ARGUMENT]],
  'faults clear': [[]],
  requests: [[], [ID], ['--clear'], ['--wait-for'], ['--follow']],
  'keys list': [[]],
  'keys create': [['app']],
  'keys delete': [[ID]],
  'keys usage': [[ID]],
  'accounts list': [[]],
  'accounts create': [[]],
  'accounts delete': [[ID]],
  'snapshot list': [[]],
  'snapshot save': [[ID]],
  'snapshot restore': [[ID]],
  'snapshot delete': [[ID]],
  reset: [[]],
  timeline: [[]],
  undo: [[], [ID]],
}

/** Commands that read files, a database or a server under test; each has a test of its own below. */
const LOCAL = [
  'serve',
  'check',
  'fuzz',
  'learn',
  'clean',
  'proxy',
  'diff',
  'init',
  'migrate',
  'export',
  'import',
  'healthcheck',
  'wait',
  'completion',
  'complete',
]

/** Commands that write messages of a protocol for programs, and nothing for a terminal. */
const PROTOCOLS = ['mcp']

/** They print a count, or nothing of the answer. */
const OWN_WORDS =
  /^(receiver clear|faults clear|requests --clear|webhooks replay|deliveries resend($| --))/

/** The bodies of requests are printed with their lines. */
const WITH_BODIES = /^(deliveries (show|resend)|receiver show FOREIGN|requests any)/

interface Walked {
  path: string
  command: Command
}

function commandsOf(parent: Command, above: string[] = []): Walked[] {
  return parent.commands.flatMap((command) => {
    const path = [...above, command.name()]
    const isRun = '_actionHandler' in command && command._actionHandler !== null
    return [...(isRun ? [{ path: path.join(' '), command }] : []), ...commandsOf(command, path)]
  })
}

const walked = commandsOf(await createProgram({ withControl: true }))

function hasJson({ command }: Walked): boolean {
  return command.options.some(({ long }) => long === '--json')
}

/** A command line, and whether it prints JSON. */
type Row = [name: string, args: string[], json: boolean]

const LINES: Row[] = walked
  .filter(({ path }) => path in REMOTE)
  .flatMap((each) =>
    (REMOTE[each.path] ?? []).flatMap((given): Row[] => {
      const args = [...each.path.split(' '), ...given]
      const name = args.join(' ').replace(HOSTILE, 'FOREIGN').replace(HOSTILE_ARGUMENT, 'FOREIGN')
      const json: Row = [`${name} --json`, [...args, '--json'], true]
      return hasJson(each) ? [[name, args, false], json] : [[name, args, false]]
    }),
  )

/** Characters that a terminal would obey or hide, except our own colours and line of progress. */
const RAW = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be found
const OWN = /\r\u001b\[K|\u001b\[(?!35;45m)[\d;]+m/g

function expectHarmless(output: string): void {
  const text = output.replace(OWN, '')
  const at = text.search(RAW)
  expect(JSON.stringify(text.slice(Math.max(0, at - 60), at + 20)), 'raw').toBe(
    at < 0 ? JSON.stringify(text.slice(0, 19)) : '',
  )
  expect(text).not.toMatch(/^\s*::|##\w*\[/m)
}

const tty = { stdout: process.stdout.isTTY, stderr: process.stderr.isTTY }
const { hasColors } = process.stdout

beforeEach(() => {
  vi.stubEnv('GITHUB_ACTIONS', '')
})

afterEach(() => {
  vi.unstubAllEnvs()
  process.stdout.isTTY = tty.stdout
  process.stderr.isTTY = tty.stderr
  process.stdout.hasColors = hasColors
})

it('every command is walked through', () => {
  expect(walked.map(({ path }) => path).sort()).toEqual(
    [...Object.keys(REMOTE), ...LOCAL, ...PROTOCOLS].sort(),
  )
})

describe.each<Manner>(['answers', 'refusals', 'noise'])('of a server with hostile %s', (manner) => {
  it.each(LINES)('%s', async (name, args, json) => {
    process.stderr.isTTY = true
    const url = await hostileSandbox(manner)

    const { stdout, stderr } = await runCommand([...args, '--url', url])

    expectHarmless(stdout + stderr)
    if (!OWN_WORDS.test(name) && manner === 'answers') expect(stdout).toContain('FOREIGN')
    if (manner === 'refusals') expect(stderr).toContain('FOREIGN')
    if (!WITH_BODIES.test(name)) expect(stdout + stderr).not.toMatch(/^FORGED/m)
    if (json && manner === 'answers' && !/^(receiver show --follow|requests|listen)/.test(name)) {
      for (const text of textsOf(stdout)) expect(() => JSON.parse(text)).not.toThrow()
    }
  })
})

/** The JSON texts of an output: each begins and ends in the first column. */
function textsOf(output: string): string[] {
  return output.split(/(?<=^[}\]].*\n)|(?<=^\{.*\}\n)/m).filter((text) => text.trim() !== '')
}

/** A file with a hostile text in each place. */
function fileOf(name: string, text: string): string {
  const file = join(temporaryFolder(), name)
  writeFileSync(file, text)
  return file
}

describe('of a hostile file', () => {
  it.each([
    ['diff', (file: string) => ['diff', file, file]],
    ['serve', (file: string) => ['serve', '--ephemeral', '--port', '0', '--fixture', file]],
    ['serve', (file: string) => ['serve', '--ephemeral', '--port', '0', '--overlay', file]],
    ['import', (file: string) => ['import', file, '--data', join(temporaryFolder(), 'data')]],
    ['check', (file: string) => ['check', 'http://127.0.0.1:9/api', '--known', file]],
    ['check', (file: string) => ['check', '--config', file]],
  ])('%s reports what is wrong with it', async (_name, argsOf) => {
    const json = JSON.stringify({ [HOSTILE]: HOSTILE, accounts: [{ id: HOSTILE, [HOSTILE]: 1 }] })
    for (const text of [json, `{"${HOSTILE}`, `- ${HOSTILE}\n\t: [`]) {
      const { stdout, stderr } = await runCommand(argsOf(fileOf('file.yaml', text)))

      expectHarmless(stdout + stderr)
      expect(stderr).not.toBe('')
    }
  })
})

describe('of a hostile server', () => {
  const hostile = replies((reply, { operation }) => {
    reply.headers['X-Noise'] = '\u009b31m'
    const { body } = reply
    if (body?.error) Object.assign(body.error, { code: HOSTILE, message: HOSTILE })
    if (body?.meta) body.meta.version = { [HOSTILE]: HOSTILE }
    if (operation === 'getMentions' && body?.data) body.data = { [HOSTILE]: 1 }
    if (operation === 'getCampaign' && body?.data) body.data.name = HOSTILE
  })

  it.each<[string, string[]]>([
    ['check', ['--verbose']],
    ['clean', []],
    ['learn', []],
    ['fuzz', ['--cases', '3', '--seed', '1']],
  ])('%s prints no text of it as it is', async (command, flags) => {
    process.stdout.isTTY = true
    process.stdout.hasColors = () => true
    const server = await startServer(hostile)
    const folder = process.cwd()
    process.chdir(temporaryFolder())

    const args = [command, server.baseUrl, '--token', server.tokens.main, ...flags]
    const { stdout, stderr } = await runCommand(args).finally(() => process.chdir(folder))
    await server.close()

    expectHarmless(stdout + stderr)
    expect(stdout).not.toBe('')
  })
})
