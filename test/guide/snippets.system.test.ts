import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bundledEntry } from '../support/bundled-entry.ts'
import { startSandbox } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { runPage } from './shell.ts'
import { isShown, pages, root, type Snippet, snippetsOf, snippetsRunBy } from './snippets.ts'

const WAYS = ['shell', 'background', 'output', 'file', 'overlay', 'workflow', 'parse']
// The recipes for generators are run by `npx tsx test/generators/run.ts`, which installs them, those of the proxy by
// proxy-recipes.system.test.ts, that of Vite by dev-server.test.ts, and those of Next.js by scripts/try-package.ts.
const PROGRAMS = ['vitest', 'playwright', 'types', 'module', 'generator', 'route', 'recipe']

it.each(pages)('%s says of each snippet how it is run, or why it is not', (page) => {
  for (const { place, how, argument } of snippetsOf(page)) {
    expect([...WAYS, ...PROGRAMS, 'no'], place).toContain(how)
    if (how === 'no') expect(argument, `${place}: the reason`).toMatch(/\w+ \w+/)
  }
})

const LACKING = ['bash', 'curl'].filter((tool) => spawnSync(tool, ['--version']).error)
if (LACKING.length > 0)
  console.warn(`Commands of the documentation are not run: ${LACKING} is missing.`)

// docs/cli.md is generated, and shows what no command of the page prints.
it.skipIf(LACKING.length > 0).each(pages.filter((page) => page !== 'docs/cli.md'))(
  '%s has commands that work in their order, and print what it shows',
  {
    timeout: 180_000,
  },
  async (page) => {
    const snippets = snippetsOf(page)
    const ran = await runPage(snippets)

    const problems = ran.flatMap(({ snippet, code, output }, index) => {
      const { place, how, text } = snippet
      if (how === 'parse') JSON.parse(text)
      if (how === 'output') {
        const before = ran[index - 1]
        if (before?.snippet.how === 'no') return []
        const shown = before?.output ?? ''
        return isShown(shown, text) ? [] : [`${place} shows\n${text}\nbut is\n${shown}`]
      }
      if (!['shell', 'background', 'overlay', 'workflow'].includes(how)) return []
      const expected = Number(snippet.argument.match(/^exit (\d+)$/)?.[1] ?? 0)
      return code === expected ? [] : [`${place} ends with ${code}:\n${text}\n${output}`]
    })
    expect(problems.join('\n\n')).toBe('')
  },
)

it('the tests for vitest pass as they stand', { timeout: 120_000 }, async () => {
  const tests = snippetsRunBy('vitest')
  const alias = {
    // The first that matches the begin of a name counts.
    'svc-sandbox/msw': bundledEntry('msw'),
    'svc-sandbox': bundledEntry('index'),
  }
  const folder = project({
    ...Object.fromEntries(tests.map(({ text }, index) => [`${index}.test.ts`, text])),
    'my-client.ts': MY_CLIENT,
    // Each has a sandbox of its own, and all share what they import: loading it for each takes half of the time.
    'vitest.config.mjs': `export default ${JSON.stringify({
      resolve: { alias },
      test: { isolate: false, maxWorkers: 1 },
    })}`,
  })

  const { status, output } = await run('vitest/vitest.mjs', ['run', '--reporter=json'], folder)

  expect(status, output).toBe(0)
  const { testResults } = JSON.parse(output) as VitestReport
  expect(testResults.map(({ name }) => basename(name)).toSorted()).toEqual(
    tests.map((_, index) => `${index}.test.ts`).toSorted(),
  )
  for (const { name, assertionResults } of testResults) {
    const { place } = tests[Number.parseInt(basename(name), 10)] as Snippet
    expect(assertionResults, place).not.toEqual([])
    for (const { status } of assertionResults) expect(status, place).toBe('passed')
  }
})

interface VitestReport {
  testResults: { name: string; assertionResults: { status: string }[] }[]
}

it('the tests for Playwright pass as they stand, where the sandbox has another port', {
  timeout: 120_000,
}, async () => {
  const { url } = await startSandbox()
  const specs = snippetsRunBy('playwright')
  const folder = project({
    ...Object.fromEntries(
      specs.map(({ text }, index) => [
        `${index}.spec.ts`,
        text.replace('svc-sandbox/playwright', bundledEntry('playwright')),
      ]),
    ),
    'playwright.config.mjs': `
      import chromium from '@sparticuz/chromium'
      export default {
        workers: 2,
        reporter: 'json',
        use: {
          baseURL: ${JSON.stringify(await serveApp(url))},
          sandboxUrl: ${JSON.stringify(url)},
          launchOptions: {
            executablePath: await chromium.executablePath(),
            // Those of the package are for one page in one process, which ends with it.
            args: ['--no-sandbox', '--disable-gpu'],
          },
        },
      }`,
  })

  const { status, output } = await run('@playwright/test/cli.js', ['test'], folder)

  expect(status, output).toBe(0)
  expect(JSON.parse(output).stats).toMatchObject({ unexpected: 0, flaky: 0, skipped: 0 })
  expect(JSON.parse(output).stats.expected).toBeGreaterThan(specs.length)
})

it('modules run and type check as they stand, but for the port', { timeout: 180_000 }, async () => {
  const { port } = await startSandbox()
  const modules = [...snippetsRunBy('types'), ...snippetsRunBy('module')]
  const folder = project({
    ...Object.fromEntries(
      modules.map(({ text }, index) => [`${index}.ts`, text.replaceAll('4010', String(port))]),
    ),
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        lib: ['es2023', 'dom', 'dom.iterable'],
        // The types of the package itself are tried by scripts/try-package.ts.
        paths: { 'svc-sandbox': [join(root, 'src/index.ts')] },
        allowImportingTsExtensions: true,
      },
      include: modules.flatMap(({ how }, index) => (how === 'types' ? [`${index}.ts`] : [])),
    }),
  })

  const types = await run('typescript7/bin/tsc', ['-p', '.'], folder)
  expect(types).toEqual({ status: 0, output: '' })
  for (const [index, { place, text }] of modules.entries()) {
    const { status, output } = await run('tsx/dist/cli.mjs', [`${index}.ts`], folder)
    expect(status, `${place}\n${output}`).toBe(0)
    // What a line prints stands behind it.
    const shown = [...text.matchAll(/console\.log.*\/\/ (.*)$/gm)].map(([, words]) => words)
    if (shown.length > 0) expect(isShown(output, shown.join('')), `${place}\n${output}`).toBe(true)
  }
})

it('routes of frameworks answer as they stand', { timeout: 120_000 }, async () => {
  const routes = snippetsRunBy('route')
  const folder = project({
    ...Object.fromEntries(
      routes.map(({ text }, index) => [
        `${index}.ts`,
        text.replace("from 'svc-sandbox'", `from '${bundledEntry('index')}'`),
      ]),
    ),
    'package.json': '{ "type": "module" }',
    'call.ts': CALL_ROUTE,
  })

  for (const [index, { place }] of routes.entries()) {
    const { status, output } = await run('tsx/dist/cli.mjs', ['call.ts', `./${index}.ts`], folder)
    expect({ status, output }, place).toEqual({ status: 0, output: '200 201 401 12' })
  }
  expect(routes.length).toBe(2)
})

/** Calls a module as Next.js calls the functions of a route, or a server the `fetch` of an app. */
const CALL_ROUTE = `
  const route = await import(process.argv[2])
  const call = (method, headers, body) => {
    const request = new Request('http://localhost:3000/api/campaigns', { method, headers, body })
    return (route[method] ?? route.default.fetch)(request, { params: Promise.resolve({}) })
  }
  const key = { Authorization: 'Bearer svc_test_demo', 'Content-Type': 'application/json' }
  const listed = await call('GET', key)
  const body = { name: 'Route', type: 'serp', keywords: ['shoes'], frequency: 'daily' }
  const created = await call('POST', key, JSON.stringify(body))
  const refused = await call('GET', {})
  const { data } = await listed.json()
  process.stdout.write([listed.status, created.status, refused.status, data.length].join(' '), () => process.exit())`

/** A folder of a project that has the packages of this one, with these files in it. */
function project(files: Record<string, string>): string {
  const folder = temporaryFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** Runs a program of node_modules to its end. */
async function run(program: string, args: string[], cwd: string) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^VITEST/.test(name))
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd,
    env: Object.fromEntries(inherited),
    timeout: 100_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const [status] = await once(child, 'close')
  return { status, output }
}

/** What a snippet leaves to its reader: a client that retries. */
const MY_CLIENT = `
  export async function listCampaigns(url: string, key: string) {
    for (let left = 4; ; left--) {
      try {
        const response = await fetch(url + '/campaigns', { headers: { Authorization: 'Bearer ' + key } })
        if (response.ok) return (await response.json()).data
        throw new Error(response.statusText)
      } catch (error) {
        if (left === 0) throw error
      }
    }
  }`

/** An app that lists campaigns, or says that it cannot; its address. `?key=` names the key that it uses. */
async function serveApp(api: string): Promise<string> {
  const page = `<!doctype html><title>Campaigns</title><ul></ul><script type="module">
    const key = new URLSearchParams(location.search).get('key') ?? 'svc_test_demo'
    const headers = { Authorization: 'Bearer ' + key }
    const response = await fetch('${api}/campaigns', { headers })
    const { success, data } = await response.json()
    document.body.innerHTML = success
      ? '<ul>' + data.map(({ name }) => '<li>' + name + '</li>').join('') + '</ul>'
      : '<p role="alert">The campaigns could not be loaded.</p>'
  </script>`
  const server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html').end(page)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
