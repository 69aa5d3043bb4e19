import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { ConfigError } from '../../config.ts'
import { type HttpClient, RefusedError } from '../../control-client/http-client.ts'
import { packageRoot, packageVersion } from '../../package/package-root.ts'
import { printable, visibleJson } from '../../text/visible.ts'
import { call } from '../control/operations.ts'
import { CHECK_TOOL, check } from './check-tool.ts'
import { type ControlTool, controlTools } from './tools.ts'

type Input = Record<string, unknown>

/**
 * Serves the control plane of a running sandbox as tools of the Model Context Protocol (2025-06-18), over standard input
 * and output, until the client closes them. The server instructions are AGENTS.md.
 */
export async function serveMcp(client: HttpClient, root: string): Promise<void> {
  const tools = new Map(controlTools().map((tool) => [tool.name, tool]))
  // The high-level class wants schemas of zod; ours come from the document.
  const server = new Server(
    { name: 'svc-sandbox', version: packageVersion() },
    { capabilities: { tools: {} }, instructions: instructions() },
  )

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      CHECK_TOOL,
      ...[...tools.values()].map(({ name, description, inputSchema, annotations }) => ({
        name,
        description,
        inputSchema,
        annotations,
      })),
    ],
  }))

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const { name, arguments: input = {} } = params
    const tool = tools.get(name)
    if (tool === undefined && name !== CHECK_TOOL.name) {
      const message = `There is no tool ${JSON.stringify(name)}. List the tools for their names.`
      throw new McpError(ErrorCode.InvalidParams, message)
    }
    try {
      if (tool) requireInput(tool, input)
      const text = tool
        ? visibleJson(JSON.stringify(await call(client, tool, input, signal), null, 2))
        : await check(input, `${root}/api`, signal)
      return { content: [{ type: 'text', text }] }
    } catch (error) {
      const isForTheAgent = error instanceof RefusedError || error instanceof ConfigError
      if (!isForTheAgent) throw error
      return { content: [{ type: 'text', text: printable(error.message) }], isError: true }
    }
  })

  // The client went away, perhaps before it read an answer.
  process.stdout.prependListener('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(0)
  })
  const transport = new StdioServerTransport()
  server.onerror = (error) => {
    const answer = answerToMalformed(error)
    if (answer !== undefined) void transport.send(answer)
  }
  await server.connect(transport)
}

/**
 * The answer to a line that is no JSON, or no message of JSON-RPC (2.0 §5.1); undefined for other errors. The SDK only
 * reports them. Its type of an answer lacks the null id of the standard.
 */
function answerToMalformed(error: Error): JSONRPCMessage | undefined {
  const answer = (code: ErrorCode, message: string) =>
    ({ jsonrpc: '2.0', id: null, error: { code, message } }) as unknown as JSONRPCMessage
  if (error instanceof SyntaxError) {
    return answer(ErrorCode.ParseError, `The line is not JSON: ${printable(error.message)}`)
  }
  if (error.name !== 'ZodError') return undefined
  return answer(ErrorCode.InvalidRequest, 'The line is no message of JSON-RPC 2.0.')
}

/** Throws ConfigError for a member that a tool does not take, and for one of its path that is missing. */
function requireInput({ name, pathParameters, inputSchema }: ControlTool, input: Input): void {
  const known = Object.keys(inputSchema.properties as object)
  const unknown = Object.keys(input).find((each) => !known.includes(each))
  if (unknown !== undefined) {
    throw new ConfigError(`${name} takes no ${unknown}; it takes ${known.join(', ') || 'nothing'}.`)
  }
  const missing = pathParameters.find((each) => typeof input[each] !== 'string')
  if (missing !== undefined) throw new ConfigError(`${name} needs ${missing}, a text.`)
}

function instructions(): string {
  return readFileSync(join(packageRoot(), 'AGENTS.md'), 'utf8')
}
