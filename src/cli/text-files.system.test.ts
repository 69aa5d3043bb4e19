import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../../test/support/processes/commands.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

const CHECK = ['check', 'http://127.0.0.1:1/api', '--token', 'svc_test_x']
const PROXY = ['proxy', 'http://127.0.0.1:1/api']
const SERVE = ['serve', '--ephemeral', '--port', '0']

/** Each file that a user gives, with a content that its command reads and then refuses. */
const FILES = [
  ['.env', 'SVC_SEED=first\nSVC_PORT=0\n', SERVE],
  ['svc-sandbox.config.yaml', 'serve: { port: many }\n', SERVE],
  [
    'other.config.json',
    '{ "serve": { "port": "many" } }',
    [...SERVE, '--config', 'other.config.json'],
  ],
  [
    'mine.config.mjs',
    'export default { serve: { port: "many" } }',
    [...SERVE, '--config', 'mine.config.mjs'],
  ],
  ['fixture.yaml', 'accounts: many\n', [...SERVE, '--fixture', 'fixture.yaml']],
  [
    'visitors.yaml',
    'accounts: many\n',
    [...SERVE, '--open-signup', '--signup-fixture', 'visitors.yaml'],
  ],
  [
    'sent.yaml',
    'accounts: many\n',
    ['accounts', 'create', '--fixture', 'sent.yaml', '--url', 'http://127.0.0.1:1'],
  ],
  ['overlay.yaml', 'overlay: 1.0.0\nactions: many\n', [...SERVE, '--overlay', 'overlay.yaml']],
  ['cert.pem', 'certificate', [...SERVE, '--tls-cert', 'cert.pem', '--tls-key', 'cert.pem']],
  ['before.json', '{ "openapi": "2.0.0" }', ['diff', 'before.json', 'packaged']],
  ['known.json', '{ "fact": "2.1" }', [...CHECK, '--known', 'known.json']],
  ['compared.yaml', 'overlay: 1.0.0\nactions: many\n', [...CHECK, '--compare', 'compared.yaml']],
  ['learned.yaml', 'info: {}\n', [...CHECK, '--learn', 'learned.yaml']],
  ['replay.json', '{ "format": 2 }', [...CHECK, '--replay', 'replay.json']],
  ['cassette.har', '{ "log": {} }', [...PROXY, '--mode', 'replay', '--cassette', 'cassette.har']],
  ['ca.pem', 'certificate', [...PROXY, '--ca', 'ca.pem']],
  ['accounts.jsonl', '{ "format": "other" }\n', ['import', 'accounts.jsonl']],
] as const

describe.each(FILES)('%s', (name, content, args) => {
  async function run(bytes: Buffer) {
    const folder = temporaryFolder()
    writeFileSync(join(folder, name), bytes)
    const { code, stderr } = await runCommand([...args], { cwd: folder })
    return { code, stderr: stderr.replaceAll(folder, '') }
  }

  it('may begin with a byte order mark', async () => {
    const marked = await run(Buffer.from(`\ufeff${content}`))

    expect(marked).toEqual(await run(Buffer.from(content)))
    expect(marked.stderr).not.toContain('encoding')
    expect(marked.code).toBe(2)
  })

  it('is refused in another encoding than UTF-8, with the way out', async () => {
    const { code, stderr } = await run(Buffer.from(`\ufeff${content}`, 'utf16le'))

    expect(stderr).toContain(name)
    expect(stderr).toContain('its encoding is UTF-16; save it as UTF-8')
    expect(code).toBe(2)
  })
})
