/** Checks of the installed package that run none of its code. `folder` is where npm installed it. */
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))

/** Uses the types that an app uses: a client, options, a sandbox and its control methods. */
const TYPED_USE = `
import { ApiError, createProxy, createSandbox, FixtureError, type OperationId, type paths, type ProxyOptions, type SandboxOptions } from 'svc-sandbox'
import { contractTests } from 'svc-sandbox/contract'
const options: SandboxOptions = { ephemeral: true, port: 0 }
const sandbox = await createSandbox(options)
const address: string = sandbox.url
await sandbox.keys.create({ name: 'ci' })
const rule = await sandbox.faults.add({ operation: 'listCampaigns', error: 'server_error' })
const ids: OperationId[] = ['getCampaign', ...(rule.operation ?? [])]
await sandbox.faults.update(rule.id, { operation: ids })
const logged = await sandbox.requests.waitFor({ operation: 'getCampaign' })
if (logged.operation !== null) await sandbox.requests.list({ operation: logged.operation })
// @ts-expect-error The API has no such operation.
await sandbox.faults.add({ operation: 'listCampaign', error: 'server_error' })
// @ts-expect-error One of them is none of the API.
await sandbox.faults.add({ operation: ['listCampaigns', 'nothing'], error: 'server_error' })
// @ts-expect-error The API has no such operation.
await sandbox.requests.waitFor({ operation: 'nothing' })
type Listed = paths['/campaigns']['get']['responses'][200]['content']['application/json']
export const name = (listed: Listed): string | undefined => listed.data[0]?.name
export const causes: unknown[] = [new FixtureError('').problems, ApiError, address]
contractTests({ baseUrl: address, token: undefined, level: 'assumed', maxRequests: 80, test: undefined })
const proxied: ProxyOptions = { upstream: address, mode: 'replay', cassette: 'session.har' }
export const found = createProxy(proxied).then(({ violations }) => violations.list())
// @ts-expect-error Without this error the types would be any.
sandbox.nothing
export const passed: typeof sandbox.fetchAt = () => sandbox.fetch
export const answer: Promise<{ status: number }> = sandbox.fetch('/api/campaigns')
`

/** Uses the types of the entries for other packages; from CommonJS, too. */
const TYPED_PEERS = `
import { createSandbox } from 'svc-sandbox'
import { sandboxHandlers } from 'svc-sandbox/msw'
import { expect, test } from 'svc-sandbox/playwright'
export const handlers = createSandbox({ listen: false }).then((sandbox) => {
  const sent: Promise<Response> = sandbox.fetch(new Request(sandbox.url))
  return [sent, ...sandboxHandlers(sandbox, { baseUrl: 'https://api.example.com' })]
})
test.use({ sandboxAccount: { plan: 'Starter' }, replacedKey: '' })
test('a', async ({ account, clock, faults, page }) => {
  await faults.add({ operation: 'listCampaigns', error: 'server_error' })
  await clock.advance({ days: 1 })
  await page.goto(account.baseUrl)
  // @ts-expect-error Without this error the types would be any.
  expect(account.nothing)
})
`

/** The types are self-contained: an app needs neither the types of Node nor those of the browser. */
export function typesNeedNothing(folder: string): void {
  compile(folder, { 'use.mts': TYPED_USE }, { skipLibCheck: false, lib: ['es2022'] })
}

/** The types that extend those of other packages, whose own are not checked. */
export function typesOfPeers(folder: string): void {
  const files = { 'peers.mts': TYPED_PEERS, 'peers.cts': TYPED_PEERS }
  compile(folder, files, { skipLibCheck: true, lib: ['es2022', 'dom', 'dom.iterable'] })
}

function compile(folder: string, files: Record<string, string>, own: object): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  for (const [module, moduleResolution] of [
    ['esnext', 'bundler'],
    ['nodenext', 'nodenext'],
  ]) {
    const compilerOptions = {
      ...{ module, moduleResolution, noEmit: true, strict: true, types: [], target: 'es2022' },
      ...{ exactOptionalPropertyTypes: true, ...own },
    }
    const settings = JSON.stringify({ compilerOptions, files: Object.keys(files) })
    writeFileSync(join(folder, 'tsconfig.json'), settings)
    execFileSync(process.execPath, [tsc, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] })
  }
}

/** Relative links of the README and of docs/ lead to files of the package. */
export function linksLead(folder: string): void {
  const home = packageIn(folder)
  const texts = ['README.md', ...readdirSync(join(home, 'docs')).map((name) => `docs/${name}`)]
  const broken = texts
    .filter((text) => text.endsWith('.md'))
    .flatMap((text) => {
      const links = readFileSync(join(home, text), 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)
      return [...links].map(([, link]) => ({ text, link: String(link) }))
    })
    .filter(({ link }) => !/^[a-z]+:/.test(link))
    .filter(({ text, link }) => !existsSync(join(home, dirname(text), link)))
  const named = broken.map(({ text, link }) => `${link} (${text})`)
  if (broken.length > 0) throw new Error(`The package lacks what it links to: ${named.join(', ')}.`)
}

/** Bytes that an install may take. */
const MOST_BYTES = 15_000_000

/** npm installs the package alone, and it is not large. */
export function installsLittle(folder: string): void {
  const modules = join(folder, 'node_modules')
  const others = readdirSync(modules).filter((name) => !/^(\.|svc-sandbox$)/.test(name))
  if (others.length > 0) throw new Error(`npm installed ${others.join(', ')} as well.`)
  const bytes = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(modules, name)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0)
  if (bytes > MOST_BYTES) throw new Error(`An install takes ${(bytes / 1e6).toFixed(1)} MB.`)
}

function packageIn(folder: string): string {
  return join(folder, 'node_modules/svc-sandbox')
}
