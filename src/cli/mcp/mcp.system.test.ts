import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { rules } from '../../control/control-rules.ts'
import { CHECK_TOOL } from './check-tool.ts'
import { controlTools } from './tools.ts'

const AGENTS = readFileSync(new URL('../../../AGENTS.md', import.meta.url), 'utf8')
const tools = controlTools()
// OpenAPI's own keywords may stand in schemas; clients ignore what they do not know.
const ajv = addFormats.default(new Ajv2020({ strict: false }))

/** A client of `svc-sandbox mcp`, as coding agents start it. */
async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [inject('cli'), 'mcp', '--url', url],
    stderr: 'inherit',
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: input })
  const [{ text }] = content as [{ text: string }]
  return {
    isError,
    text,
    data: isError || !text.startsWith('{') ? undefined : JSON.parse(text).data,
  }
}

describe('the tools', () => {
  it('are the operations that an agent may need, and check', async () => {
    const { operations } = rules
    const names = operations.map(({ id }) => id)
    const others = names.filter((id) => !tools.some(({ name }) => name === id))

    expect(others.sort()).toEqual([
      ...['getControlDocument', 'getLiveness', 'getReadiness', 'receiveEvent', 'signUp'],
      ...['streamChanges', 'streamClock', 'streamEvents', 'streamReceiver', 'streamRequests'],
    ])
  })

  it.each([...tools, CHECK_TOOL])('$name has a schema that clients can compile', (tool) => {
    expect(() => ajv.compile(tool.inputSchema)).not.toThrow()
    expect(JSON.stringify(tool.inputSchema)).not.toContain('#/components')
    expect(tool.description.length).toBeGreaterThan(5)
  })

  it('mark what only reads, and what deletes', () => {
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))

    expect(hints.listRequests).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(hints.createFault).toMatchObject({ readOnlyHint: false, destructiveHint: false })
    expect(hints.deleteAccount).toMatchObject({ readOnlyHint: false, destructiveHint: true })
    expect(hints.resetSandbox).toMatchObject({ destructiveHint: true })
  })
})

describe('AGENTS.md', () => {
  const rows = [...AGENTS.matchAll(/^\| .* \| (.*) \|$/gm)].slice(2).map(([, use = '']) => use)
  const named = rows.flatMap((use) => [...use.matchAll(/`([a-z]\w+)`(?: with `(\{.*?\})`)?/g)])
  const calls = named.filter(([, name]) => !/^(account|base_url|token)$/.test(name as string))

  it.each(calls.map(([, name, input = '{}']) => ({ name, input })))(
    'names a tool: $name $input',
    ({ name, input }) => {
      const tool = [...tools, CHECK_TOOL].find((each) => each.name === name)

      expect(tool).toBeDefined()
      const validate = ajv.compile({ ...tool?.inputSchema, required: [] })
      expect(validate(JSON.parse(input)) || validate.errors).toBe(true)
    },
  )

  it('names more than ten', () => {
    expect(calls.length).toBeGreaterThan(10)
  })
})

describe('svc-sandbox mcp', () => {
  it('says what AGENTS.md says, and lists the tools', async () => {
    const { url } = await startSandbox()
    const client = await connect(url)

    const { tools: listed } = await client.listTools()

    expect(client.getInstructions()).toBe(AGENTS)
    expect(listed.map(({ name }) => name)).toEqual(['check', ...tools.map(({ name }) => name)])
  })

  it('makes requests fail, moves the clock and reads the log', async () => {
    const { url, api } = await startSandbox()
    const client = await connect(url)
    const body = { operation: 'listCampaigns', error: 'rate_limit_exceeded', count: 1 }

    const created = await call(client, 'createFault', { body })
    const limited = await api.get('/campaigns')
    const fault = await call(client, 'getFault', { id: created.data.id })
    const log = await call(client, 'listRequests', { operation: 'listCampaigns', limit: 1 })
    const before = await call(client, 'getClock')
    await call(client, 'moveClock', { body: { advance: '1d', wait: true } })
    const after = await call(client, 'getClock')

    expect(limited.status).toBe(429)
    expect(fault.data).toMatchObject({ id: created.data.id, remaining: 0 })
    expect(log.data).toMatchObject([{ status: 429 }])
    expect(Date.parse(after.data.now) - Date.parse(before.data.now)).toBe(86_400_000)
  })

  it('answers with the mistake and the way out', async () => {
    const { url } = await startSandbox()
    const client = await connect(url)

    const refused = await call(client, 'createFault', { body: { operation: 'listCampaing' } })
    const unknown = await call(client, 'getFault', { id: 'x', of: 'me' })
    const missing = await call(client, 'getFault')

    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('listCampaing') })
    expect(unknown).toMatchObject({
      isError: true,
      text: 'getFault takes no of; it takes id, account.',
    })
    expect(missing).toMatchObject({ isError: true, text: 'getFault needs id, a text.' })
    await expect(client.callTool({ name: 'dropAll' })).rejects.toThrow(/no tool "dropAll"/)
  })

  it('says how to start a sandbox if there is none', async () => {
    const client = await connect('http://127.0.0.1:9')

    expect(await call(client, 'getClock')).toMatchObject({
      isError: true,
      text: expect.stringContaining('Start one with svc-sandbox serve'),
    })
  })

  it('checks its sandbox, and refuses what check refuses', { timeout: 60_000 }, async () => {
    const { url } = await startSandbox()
    const client = await connect(url)

    const whole = await call(client, 'check')
    const live = await call(client, 'check', { base_url: url, token: 'svc_live_1' })
    const nobody = await call(client, 'check', { base_url: 'http://127.0.0.1:9/api', token: 'x' })

    expect(whole.isError).toBe(false)
    expect(whole.text).toMatch(/^#+ /)
    expect(whole.text).toMatch(/\b1[0-9]{2} (of [0-9]+ )?.*facts?/)
    expect(live).toMatchObject({ isError: true, text: expect.stringContaining('live') })
    expect(nobody).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^The check could not run: http:\/\/127\.0\.0\.1:9\/api failed/),
    })
  })

  it.each([
    ['{bad json}', -32700, 'not JSON'],
    ['{"foo":1}', -32600, 'no message of JSON-RPC 2.0'],
  ])('answers the malformed line %s with %i, and goes on', async (line, code, message) => {
    const server = spawn(process.execPath, [inject('cli'), 'mcp', '--url', 'http://127.0.0.1:9'])
    onTestFinished(() => void server.kill('SIGKILL'))
    server.stdin.end(`${line}\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n`)

    const answers = (await text(server.stdout)).trim().split('\n')

    expect(answers.map((each) => JSON.parse(each))).toEqual([
      {
        jsonrpc: '2.0',
        id: null,
        error: { code, message: expect.stringContaining(message) },
      },
      { jsonrpc: '2.0', id: 1, result: {} },
    ])
  })

  it('ends without a trace of the stack once nobody reads its answers', async () => {
    const server = spawn(process.execPath, [inject('cli'), 'mcp', '--url', 'http://127.0.0.1:9'])
    onTestFinished(() => void server.kill('SIGKILL'))
    server.stdout.destroy()
    server.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')

    const [errors, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')])

    expect(errors).toBe('')
    expect(code).toBe(0)
  })
})
