import { problemOfToken } from '../console/client/token.js'
import { accessPlugin } from './access-plugin.js'
import { layoutPlugin } from './layout-plugin.js'
import { withMarks } from './marks.js'
import { marksPlugin } from './marks-plugin.js'

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))

followTheme()
try {
  show(await load())
} catch (error) {
  const { message } = /** @type {Error} */ (error)
  byId('problem').textContent =
    `The document could not be loaded: ${message}. Is the sandbox still running? Start it and reload this page.`
  byId('problem').hidden = false
  byId('operations').replaceChildren()
}

async function load() {
  const response = await fetch('docs/openapi.json')
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  const spec = await response.json()
  // Relative to the document, so that it works behind a proxy.
  for (const server of spec.servers) server.url = new URL(server.url, response.url).href
  return spec
}

/** @param {any} spec */
function show(spec) {
  const { title, version, summary } = spec.info
  const { key, overlays } = spec['x-page']
  byId('title').textContent = `${title} ${version}`
  byId('about').textContent = summary ?? ''
  byId('server').textContent = spec.servers[0].url
  if (overlays.length > 0)
    byId('overlays').textContent = `Added or changed by ${overlays.join(', ')}.`

  const ui = /** @type {any} */ (globalThis).SwaggerUIBundle({
    spec: withMarks(withoutEmptyTags(spec)),
    dom_id: '#operations',
    plugins: [marksPlugin, layoutPlugin, accessPlugin],
    layout: 'DocsLayout',
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    // The validator is a page on the public web.
    validatorUrl: null,
    // Schemas carry the marks; examples are a tab away.
    defaultModelRendering: 'model',
    defaultModelExpandDepth: 3,
    defaultModelsExpandDepth: 0,
    onComplete: () => useKey(ui, key),
  })
}

/** Without tags that no operation has: their sections would be empty. @param {any} spec */
function withoutEmptyTags(spec) {
  const used = new Set(
    Object.values(spec.paths ?? {})
      .flatMap((item) => Object.values(item))
      .flatMap((operation) => operation?.tags ?? []),
  )
  return { ...spec, tags: spec.tags?.filter((/** @type {any} */ { name }) => used.has(name)) }
}

/** Sends the token of the field with each request. @param {any} ui @param {string | null} demoKey */
function useKey(ui, demoKey) {
  const field = /** @type {HTMLInputElement} */ (byId('key'))
  const apply = () => {
    const token = field.value.trim()
    const problem = token === '' ? undefined : problemOfToken(token)
    field.setAttribute('aria-invalid', String(problem !== undefined))
    byId('key-problem').textContent = problem ?? ''
    if (token === '' || problem !== undefined) ui.authActions.logout(['bearerAuth'])
    else ui.preauthorizeApiKey('bearerAuth', token)
  }
  field.value = demoKey ?? ''
  field.placeholder = demoKey ?? 'svc_test_…'
  byId('key-hint').textContent =
    demoKey === null
      ? 'Paste a token of this sandbox. Only this page keeps it.'
      : 'This is the demo key. Any other token of this sandbox works, too.'
  field.addEventListener('input', apply)
  apply()
}

/** Applies the theme of the console or of the system to Swagger UI, which has a class for it. */
function followTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const { theme = dark.matches ? 'dark' : 'light' } = document.documentElement.dataset
    document.documentElement.classList.toggle('dark-mode', theme === 'dark')
  }
  dark.addEventListener('change', apply)
  apply()
}
