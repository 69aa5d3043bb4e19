import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { readConfigFile, withVariables } from './load.ts'

const BASE = 'http://127.0.0.1:1/api'

function folderWith(files: Record<string, string>): string {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const TYPED = `
interface Named { baseUrl: string }
const target: Named = { baseUrl: '${BASE}' }
export default { ...target, level: 'stated' as const } satisfies object
`

describe('the configuration file', () => {
  it.each([
    ['json', `{ "baseUrl": "${BASE}", "level": "stated" }`],
    ['yaml', `baseUrl: ${BASE}\nlevel: stated\n`],
    ['yml', `baseUrl: ${BASE}\nlevel: stated\n`],
    ['ts', TYPED],
    ['mts', TYPED],
    ['mjs', `export default { baseUrl: '${BASE}', level: 'stated' }`],
    ['js', `module.exports = { baseUrl: '${BASE}', level: 'stated' }`],
  ])('is found as svc-sandbox.config.%s', async (extension, text) => {
    const folder = folderWith({ [`svc-sandbox.config.${extension}`]: text })

    const found = await readConfigFile(undefined, folder)

    expect(found).toMatchObject({
      file: `svc-sandbox.config.${extension}`,
      config: { baseUrl: BASE, level: 'stated' },
    })
  })

  it('is not needed', async () => {
    expect(await readConfigFile(undefined, temporaryFolder())).toBeUndefined()
  })

  it('may be empty', async () => {
    const folder = folderWith({ 'svc-sandbox.config.yaml': '# nothing yet\n' })

    expect((await readConfigFile(undefined, folder))?.config).toEqual({})
  })

  it('is one file', async () => {
    const folder = folderWith({ 'svc-sandbox.config.ts': '', 'svc-sandbox.config.json': '{}' })

    await expect(readConfigFile(undefined, folder)).rejects.toThrow(
      'There are svc-sandbox.config.json and svc-sandbox.config.ts. Keep one of them',
    )
    expect((await readConfigFile('svc-sandbox.config.json', folder))?.config).toEqual({})
  })

  it.each([
    [
      'a.yaml',
      'tokn: a',
      /^a\.yaml:1: there is no member tokn\. Did you mean token\? Known: baseUrl,/,
    ],
    [
      'a.yaml',
      'targets: { staging: { serve: { prt: 1 } } }',
      /there is no member targets\.staging\.serve\.prt\. Did you mean port\?/,
    ],
    ['a.yaml', 'targets: { staging: { targets: {} } }', /no member targets\.staging\.targets\./],
    [
      'a.yaml',
      'timeout: "5"',
      /^a\.yaml:1: timeout must be a number; found a text; write it without quotes\.$/,
    ],
    ['a.yaml', 'token: ""', /token must be a text that is not empty; found an empty text\./],
    [
      'a.yaml',
      'readOnly: sometimes',
      /readOnly must be true or false; found a text; write it without quotes\./,
    ],
    ['a.yaml', 'report: [1]', /report must be a list of texts; found a list of other things\./],
    ['a.yaml', 'level: stated\nserve:\n  port: 1\n  seed: x', /^a\.yaml:4: serve\.seed must be/],
    ['a.yaml', 'targets: { "a b": {} }', /the name of a target has letters.*"a b"/],
    ['a.yaml', '- staging', /a\.yaml must be an object/],
    ['a.yaml', 'a: [', /^a\.yaml cannot be read: /],
    ['a.ts', 'export const a = 1', /^a\.ts cannot be read: it has no default export/],
    ['a.mts', 'throw new Error("boom")', /^a\.mts cannot be read: boom/],
    ['a.toml', '', /--config a\.toml must end in json, yaml/],
  ])('is refused as %s: %s', async (name, text, message) => {
    const folder = folderWith({ [name]: text })

    await expect(readConfigFile(name, folder)).rejects.toThrow(message)
  })

  it('that --config names must exist', async () => {
    await expect(readConfigFile('b.yaml', temporaryFolder())).rejects.toThrow(
      '--config b.yaml: there is no such file in ',
    )
  })
})

describe('variables', () => {
  it('are replaced in every text', () => {
    const env = { A: 'one', B: 'two' }

    expect(
      withVariables({ a: '$' + '{A}-$' + '{B}', b: ['$' + '{A}', 1], c: 2 }, 'f:', env),
    ).toEqual({
      a: 'one-two',
      b: ['one', 1],
      c: 2,
    })
  })

  it.each([
    [{}, 'not set'],
    [{ A: ' ' }, 'empty'],
  ])('that are missing are named', (env, how) => {
    const read = () => withVariables({ serve: { data: '$' + '{A}' } }, 'f:', env)

    expect(read).toThrow(`f: serve.data needs the variable A, which is ${how}.`)
  })

  it('that JavaScript read in vain are named', () => {
    expect(() => withVariables({ token: undefined }, 'f: targets.a')).toThrow(
      'f: targets.a.token is undefined.',
    )
  })
})
