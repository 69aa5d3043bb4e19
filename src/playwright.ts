import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test'
import { test as base, expect as playwrightExpect } from '@playwright/test'
import { controlApi } from './control-client/control-api.ts'
import { httpClient } from './control-client/http-client.ts'
import type { ControlClient } from './control-client/operations.ts'
import type { ControlApi, FaultRules, Requests, SandboxClock } from './index.ts'

/** Playwright's own. The type is written so that a bundler that reads the declarations has nothing to load. */
export const expect: typeof import('@playwright/test').expect = playwrightExpect

/** The account of a worker. */
export interface WorkerAccount {
  id: string
  /** Its full-access key. */
  key: string
  /** Base URL of the API: `http://localhost:4010/api`. */
  baseUrl: string
}

/** Fixtures of each test. They act on the account of the worker, which is restored before each test. */
export interface SandboxFixtures {
  /** All control methods, such as `trigger` and `webhooks`. */
  sandbox: ControlApi
  clock: SandboxClock
  faults: FaultRules
  requests: Requests
  /** Option: requests of pages with this key use the account of the worker. Empty: none. Default: `svc_test_demo`. */
  replacedKey: string
}

/** Fixtures of each worker. */
export interface SandboxWorkerFixtures {
  account: WorkerAccount
  /** Option: where the sandbox runs. Default: `SVC_URL`, or `http://localhost:4010`. */
  sandboxUrl: string
  /** Option: admin token, needed for a sandbox that other machines can reach. Default: `SVC_ADMIN_TOKEN`. */
  sandboxAdminToken: string | undefined
  /** Option: the account to create, such as `{ plan: 'Starter' }`. */
  sandboxAccount: NonNullable<Parameters<ControlApi['accounts']['create']>[0]>
}

/** The snapshot that is restored before each test. */
const CLEAN = 'playwright'

/** Playwright's `test` with fixtures for a running sandbox. Each worker has its own account. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SandboxFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & SandboxWorkerFixtures
> = base.extend<SandboxFixtures, SandboxWorkerFixtures>({
  sandboxUrl: [process.env.SVC_URL || 'http://localhost:4010', { scope: 'worker', option: true }],
  sandboxAdminToken: [process.env.SVC_ADMIN_TOKEN || undefined, { scope: 'worker', option: true }],
  sandboxAccount: [{}, { scope: 'worker', option: true }],
  replacedKey: ['svc_test_demo', { option: true }],

  account: [
    async ({ sandboxUrl, sandboxAdminToken, sandboxAccount }, use, { workerIndex }) => {
      const root = rootOfServer(sandboxUrl)
      const operator = controlOver(root, sandboxAdminToken)
      const name = `Playwright worker ${workerIndex}`
      const { id, key } = await operator.accounts.create({ name, ...sandboxAccount })
      await controlOver(root, key.token).snapshots.save(CLEAN)
      await use({ id, key: key.token, baseUrl: `${root}/api` })
      await operator.accounts.delete(id)
    },
    { scope: 'worker' },
  ],
  sandbox: [
    async ({ sandboxUrl, account }, use) => {
      const sandbox = controlOver(rootOfServer(sandboxUrl), account.key)
      // A snapshot leaves the request log alone.
      await Promise.all([sandbox.snapshots.restore(CLEAN), sandbox.requests.clear()])
      await use(sandbox)
    },
    { auto: true },
  ],
  clock: ({ sandbox }, use) => use(sandbox.clock),
  faults: ({ sandbox }, use) => use(sandbox.faults),
  requests: ({ sandbox }, use) => use(sandbox.requests),

  context: async ({ context, account, replacedKey }, use) => {
    if (replacedKey !== '') {
      const isSandbox = sameServer(new URL(account.baseUrl))
      await context.route(isSandbox, async (route) => {
        const headers = await route.request().allHeaders()
        if (headers.authorization !== `Bearer ${replacedKey}`) return route.fallback()
        await route.fallback({ headers: { ...headers, authorization: `Bearer ${account.key}` } })
      })
    }
    await use(context)
  },
})

/** The root of the server. People paste URLs with a trailing slash, or the base URL of the API. */
function rootOfServer(url: string): string {
  return url.replace(/(\/api)?\/*$/, '')
}

/** The control API with the rights of `token`. */
function controlOver(root: string, token: string | undefined): ControlApi {
  const { control, stream } = httpClient({
    root,
    token,
    account: undefined,
    client: 'sdk',
  })
  const call = async (...given: Parameters<typeof control>) => {
    const { data } = (await control(...given)) as { data: unknown }
    return data
  }
  return controlApi({ call, stream } as ControlClient)
}

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/** Whether a URL is of the same server; this machine has several names. */
function sameServer({ host, hostname, port }: URL): (url: URL) => boolean {
  const isLocal = LOCAL.includes(hostname)
  return (url) =>
    url.host === host || (isLocal && url.port === port && LOCAL.includes(url.hostname))
}
