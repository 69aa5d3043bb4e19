import type { components } from '../../../../../spec/generated/sandbox.ts'
import { fetchCall, indented, json, text } from './javascript.ts'
import { type LoggedRequest, literalBody, requestOf, STRUCK_OUT } from './request.ts'

/** A request to test, with its answer. The parts that only the log knows are optional. */
export type TestedRequest = Pick<LoggedRequest, 'method' | 'url' | 'status'> &
  Partial<Pick<LoggedRequest, 'time' | 'account' | 'error' | 'fault' | 'operation'>> & {
    /** Null without a key. */
    key: object | null
    request: Pick<LoggedRequest['request'], 'headers' | 'body'>
    response?: Pick<LoggedRequest['response'], 'body' | 'truncated'>
  }

type Schemas = components['schemas']

/** The context of a test, beyond the request. */
export interface TestContext {
  /** The rules that affected the request, as far as they still exist. */
  faults?: readonly Schemas['Fault'][]
  /** The key of the request, without its token. */
  key?: Pick<Schemas['Key'], 'type' | 'permissions'> | undefined
}

/**
 * A test for vitest that sends a logged request to a sandbox of its own, at the same time of the clock, with a key of the same
 * permissions and with the faults that affected it, and expects the logged answer.
 */
export function vitestSnippet(logged: TestedRequest, context: TestContext = {}): string {
  const { url, time, account = null } = logged
  const hasKey = logged.key !== null
  const rules = rulesOf(logged, context)
  const request = requestOf(logged, 'http://sandbox')
  const { Authorization: credential, ...headers } = request.headers
  const of = account === null ? '' : `, { account: ${text(account)} }`
  const sent = {
    ...request,
    headers:
      credential === undefined
        ? headers
        : // A token that no account has is as good as the one that was refused.
          {
            ...headers,
            Authorization: hasKey ? `Bearer ${STRUCK_OUT}` : 'Bearer svc_test_unknown',
          },
  }
  const address = `new URL(${text(url)}, sandbox.url)`
  const call = fetchCall(sent, { address, token: 'token', indent: '  ' })
  const steps = [
    `const sandbox = await createSandbox(${time === undefined ? '' : `{ now: ${text(time)} }`})`,
    'onTestFinished(() => sandbox.close())',
    ...(hasKey && credential !== undefined
      ? [`const { token } = await sandbox.keys.create(${keyOf(context)}${of})`]
      : []),
    ...rules.map((rule) => `await sandbox.faults.add(${inline(rule)}${of})`),
  ]
  return `import { createSandbox } from 'svc-sandbox'
import { expect, onTestFinished, test } from 'vitest'

test(${text(titleOf(logged))}, async () => {
${indented(steps)}

${expectations(logged, call)}
})
`
}

function titleOf({ method, url, status, error = null }: TestedRequest): string {
  const [path] = url.split('?')
  if (status === null) return `${method} ${path} gets no answer`
  return `${method} ${path} answers ${status}${error === null ? '' : ` ${error}`}`
}

function expectations(logged: TestedRequest, call: string): string {
  const { status, response } = logged
  if (status === null) return `  await expect(${call}).rejects.toThrow()`
  const body = !response?.body || response.truncated ? undefined : expectedBody(logged)
  const lines = [`const response = await ${call}`, '', `expect(response.status).toBe(${status})`]
  if (body !== undefined) {
    lines.push(`expect(await response.json()).toMatchObject(${inline(body)})`)
  }
  // The call is indented already.
  return lines.map((line) => (line === '' ? line : `  ${line}`)).join('\n')
}

/** The parts of a response that stay the same in another sandbox: its kind, and values from the request itself. */
function expectedBody({ request, response, error = null }: TestedRequest): object | undefined {
  const answer = parsed(response?.body ?? null)
  if (!isObject(answer)) return undefined
  if (error !== null) return { success: false, error: { code: error } }
  const sent = parsed(request.body)
  const { data } = answer
  const echoed =
    isObject(sent) && isObject(data)
      ? Object.entries(sent).filter(([name, value]) => json(value) === json(data[name]))
      : []
  return {
    ...('success' in answer && { success: answer.success }),
    ...(echoed.length > 0 && { data: Object.fromEntries(echoed) }),
  }
}

/** The rules to add. A used-up quota would take as many requests: a rule gives the same answer. */
function rulesOf(logged: TestedRequest, { faults = [] }: TestContext): object[] {
  const ids = logged.fault?.split(/,\s*/) ?? []
  const known = ids.flatMap((id) => faults.filter((each) => each.id === id))
  const { operation = null, status, error = null } = logged
  const target = operation === null ? {} : { operation }
  if (known.length > 0 && known.length === ids.length) {
    return known.map((rule) => ({ ...target, ...effectOf(rule) }))
  }
  const isNeeded = ids.length > 0 || status === 429
  if (!isNeeded) return []
  if (status === null) return [{ ...target, connection: 'reset' }]
  if (status < 400) return []
  return [{ ...target, status, ...(error === null ? {} : { error }) }]
}

/** Only what a rule does: it is the one that is known to have affected this request. */
function effectOf({ error, status, delay, connection, body, missing_headers }: Schemas['Fault']) {
  const effect = { error, status, delay, connection, body, missing_headers }
  return Object.fromEntries(Object.entries(effect).filter(([, value]) => value !== undefined))
}

function keyOf({ key }: TestContext): string {
  if (key === undefined || key.permissions.includes('*')) return "{ name: 'Test' }"
  const { type, permissions } = key
  return inline({ name: 'Test', type, permissions })
}

/** An object literal: on one line if it is short. */
function inline(value: object): string {
  const long = json(value).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
  const short = long.replace(/\n\s*/g, ' ')
  return short.length <= 80 ? short : long.replaceAll('\n', '\n  ')
}

function parsed(body: string | null): unknown {
  return body === null ? undefined : literalBody(body)?.value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
