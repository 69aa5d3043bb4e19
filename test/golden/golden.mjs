#!/usr/bin/env node
// Golden answers: what the sandbox answers for a fixed seed, clock and series of changes, as hashes.
//   node test/golden/golden.mjs --bin bin/svc-sandbox.js                 compare with answers.json beside this file
//   node test/golden/golden.mjs --bin bin/svc-sandbox.js --write FILE    write a new file of hashes
//   … --bodies DIR      also write each body, to see what differs (diff two folders)
//   … --only REGEXP     only answers with this name
//   … --database URL    as a replica on PostgreSQL; given four times, with an empty database for each run
// A refactoring changes no hash. A repair may: then write the file anew, and name the changed answers and the reason in the commit.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const here = dirname(fileURLToPath(import.meta.url))
const { values: flags } = parseArgs({
  options: {
    bin: { type: 'string' },
    write: { type: 'string' },
    bodies: { type: 'string' },
    only: { type: 'string' },
    database: { type: 'string', multiple: true },
  },
})
if (!flags.bin) throw new Error('--bin PATH of the command')
const only = flags.only && new RegExp(flags.only)

const RUNS = [
  { name: 'demo-1', args: ['--seed', '1', '--now', '2026-01-15T09:30:00Z'], key: 'svc_test_demo' },
  { name: 'demo-7', args: ['--seed', '7', '--now', '2026-03-29T00:59:30Z'], key: 'svc_test_demo' },
  {
    name: 'edges-3',
    args: ['--seed', '3', '--now', '2028-02-29T23:30:00Z', '--fixture', 'edges'],
    key: undefined,
  },
  {
    name: 'starter-2',
    args: ['--seed', '2', '--now', '2026-12-31T12:00:00Z', '--fixture', 'starter'],
    key: undefined,
  },
]

const answers = {}
for (const [n, run] of RUNS.entries()) await play(run, flags.database?.[n])

const file = join(here, 'answers.json')
if (flags.write) {
  writeFileSync(flags.write, `${JSON.stringify(answers, null, 1)}\n`)
  console.log(`${Object.keys(answers).length} answers written`)
} else {
  const before = JSON.parse(readFileSync(file, 'utf8'))
  const names = Object.keys(before).filter((name) => !only || only.test(name))
  const differ = names.filter((name) => answers[name] !== before[name])
  const added = Object.keys(answers).filter((name) => !(name in before))
  for (const name of differ.slice(0, 60))
    console.log(`${name in answers ? 'differs' : 'missing'}  ${name}`)
  if (differ.length > 60) console.log(`… and ${differ.length - 60} more`)
  console.log(
    `${names.length - differ.length} of ${names.length} answers as before, ${differ.length} differ${added.length ? `, ${added.length} new` : ''}`,
  )
  process.exitCode = differ.length === 0 ? 0 : 1
}

async function play({ name, args, key }, database) {
  const port = await freePort()
  const place = database ? ['--database', database] : ['--ephemeral']
  const child = spawn(
    process.execPath,
    [flags.bin, 'serve', '--port', String(port), ...place, '--no-rate-limits', ...args],
    { stdio: 'ignore' },
  )
  const root = `http://127.0.0.1:${port}`
  try {
    for (let tries = 0; tries < 600; tries++) {
      const isReady = await fetch(`${root}/_sandbox/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) break
      await new Promise((done) => setTimeout(done, 100))
    }
    const control = async (method, path, body) => {
      const response = await fetch(`${root}/_sandbox${path}`, {
        method,
        headers: body ? { 'Content-Type': 'application/json' } : {},
        body: body && JSON.stringify(body),
      })
      return response.json().catch(() => ({}))
    }
    const keep = (label, status, contentType, text) => {
      const full = `${name} ${label}`
      if (only && !only.test(full)) return
      const body = `${status} ${contentType}\n${plain(text, root)}`
      answers[full] = createHash('sha256').update(body).digest('hex').slice(0, 16)
      if (flags.bodies) {
        mkdirSync(flags.bodies, { recursive: true })
        writeFileSync(
          join(flags.bodies, `${full.replace(/[^\w.-]+/g, '_').slice(0, 180)}.txt`),
          body,
        )
      }
    }
    const call = async (method, path, { body, label, token } = {}) => {
      const response = await fetch(`${root}/api${path}`, {
        method,
        headers: {
          ...(token === null ? {} : { Authorization: `Bearer ${token ?? main}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body:
          body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      })
      const text = await response.text()
      const type = (response.headers.get('content-type') ?? '').split(';')[0]
      keep(
        label ?? `${method} ${path}`,
        response.status,
        type,
        type === 'application/pdf' ? String(text.length > 1000) : text,
      )
      try {
        return JSON.parse(text)
      } catch {
        return {}
      }
    }

    const { data: accounts = [] } = await control('GET', '/accounts')
    const account = accounts[0]?.id ?? 'acc_demo'
    const start = args[args.indexOf('--now') + 1]
    // The clock ran while the sandbox started: set to one moment, it stands still.
    await control('POST', `/clock?account=${account}`, { frozen: true })
    await control('POST', `/clock?account=${account}`, {
      now: new Date(Date.parse(start) + 3_600_000).toISOString(),
      wait: true,
    })
    let main = key
    if (!main) {
      const made = await control('POST', `/keys?account=${account}`, {
        name: 'golden',
        permissions: ['*'],
      })
      main = made.data?.token
    }

    const look = async (when) => {
      const at = (label) => `${when} ${label}`
      const get = (path) => call('GET', path, { label: at(`GET ${path}`) })
      const { data: campaigns = [] } = await get('/campaigns?limit=100')
      await get('/campaigns?limit=3&offset=2')
      await get('/campaigns?search=a&status=active')
      for (const path of ['/core/dashboards', '/core/dashboards/intelligence-overview']) {
        await get(path)
        await get(`${path}?start_date=2025-12-01&end_date=2025-12-31`)
        await get(`${path}?compare=true`)
      }
      const brands = new Set()
      const ids = new Map(campaigns.map(({ id }, index) => [id, `#${index}`]))
      for (const { id, brand, keywords } of campaigns.slice(0, 25)) {
        brands.add(brand)
        const show = ids.get(id)
        const one = (path) => call('GET', path, { label: at(`GET ${path.replace(id, show)}`) })
        await one(`/campaigns/${id}`)
        await one(`/serp/rankings?campaign_id=${id}&limit=1000`)
        await one(`/serp/rankings?campaign_id=${id}&limit=7&offset=5&start_date=2025-11-01`)
        if (keywords?.[0])
          await one(`/serp/rankings?campaign_id=${id}&keywords=${encodeURIComponent(keywords[0])}`)
        await one(`/analytics/campaign/${id}`)
        await one(`/analytics/campaign/${id}?start_date=2025-11-10&end_date=2026-01-10`)
        await one(`/export/csv?campaign_id=${id}`)
        await one(`/export/csv?campaign_id=${id}&type=mentions`)
        await one(
          `/reports/generate?campaign_id=${id}&format=json&date_range=last_30_days&include=rankings,competitors,trends`,
        )
        await one(
          `/chat/mentions?brand=${encodeURIComponent(brand ?? '')}&campaign_id=${id}&limit=50`,
        )
      }
      for (const brand of [...brands].slice(0, 12)) {
        const path = `/chat/mentions?brand=${encodeURIComponent(brand)}`
        await get(`${path}&limit=200`)
        await get(`${path}&sentiment=negative`)
        await get(`${path}&platforms=ChatGPT,Perplexity&start_date=2025-12-20`)
      }
      await get('/webhooks')
      await get('/alerts')
      await get('/auth/me')
      return campaigns
    }

    const campaigns = await look('start')

    // Refusals: status, code and words.
    const first = campaigns[0]?.id ?? 'cmp_none'
    const wrong = [
      ['GET', '/campaigns', { token: null }],
      ['GET', '/campaigns', { token: 'garbage' }],
      ['GET', '/campaigns', { token: 'svc_live_0000' }],
      ['GET', '/campaigns?limit=0'],
      ['GET', '/campaigns?limit=x'],
      ['GET', '/campaigns/cmp_missing'],
      ['GET', '/serp/rankings'],
      ['GET', '/chat/mentions'],
      ['GET', `/serp/rankings?campaign_id=${first}&start_date=2026-02-31`],
      ['GET', `/serp/rankings?campaign_id=${first}&start_date=2026-02-02&end_date=2026-01-01`],
      ['GET', '/reports/generate?format=pdf'],
      ['GET', '/export/csv?type=x'],
      ['GET', '/nothing'],
      ['PATCH', '/campaigns'],
      ['DELETE', '/campaigns/cmp_missing'],
      ['POST', '/campaigns', { body: '{' }],
      ['POST', '/campaigns', { body: '[]' }],
      ['POST', '/campaigns', { body: {} }],
      ['POST', '/campaigns', { body: { name: 5, type: 'serp', keywords: 'a', frequency: [] } }],
      ['POST', '/campaigns', { body: { name: '', type: '', keywords: [], frequency: '' } }],
      ['PUT', '/campaigns/cmp_missing', { body: { name: 'x' } }],
      ['POST', '/auth/login', { body: {} }],
      ['POST', '/auth/login', { body: { email: 'no@example.com', password: 'x' } }],
      ['POST', '/webhooks', { body: { url: 'http://example.com', events: ['x'] } }],
      ['POST', '/webhooks', { body: { url: 'nonsense', events: [] } }],
      ['POST', '/alerts', { body: {} }],
      ['GET', '/webhooks/whk_missing'],
      ['GET', '/alerts/alt_missing/history'],
    ]
    for (const [n, [method, path, options]] of wrong.entries())
      await call(method, path, {
        ...options,
        label: `refused ${n} ${method} ${path.replace(first, '#0')}`,
      })

    // Changes, then a week.
    const make = (body, n) => call('POST', '/campaigns', { body, label: `create ${n}` })
    const made = []
    made.push(
      await make(
        {
          name: 'Golden serp',
          type: 'serp',
          keywords: ['trail running shoes', 'Zürich café', '東京 ホテル'],
          frequency: 'daily',
        },
        1,
      ),
    )
    made.push(
      await make(
        {
          name: 'Golden chat',
          type: 'chat',
          keywords: ['best crm'],
          frequency: 'weekly',
          brand: 'Acme & Söhne',
          competitors: ['rival.example'],
          settings: { location: 'Berlin', device: 'mobile', search_engine: 'google' },
        },
        2,
      ),
    )
    made.push(
      await make(
        {
          name: 'Golden odd',
          type: 'custom',
          keywords: ['a,b', 'x'.repeat(80)],
          frequency: 'monthly',
        },
        3,
      ),
    )
    const id = made[0].data?.id
    if (id) {
      await call('PUT', `/campaigns/${id}`, {
        body: { keywords: ['trail running shoes', 'hiking boots'], frequency: 'weekly' },
        label: 'update 1',
      })
      await call('PUT', `/campaigns/${id}`, { body: { status: 'paused' }, label: 'update 2' })
      await call('PUT', `/campaigns/${id}`, { body: { status: 'active' }, label: 'update 3' })
    }
    if (campaigns[1]) await call('DELETE', `/campaigns/${campaigns[1].id}`, { label: 'delete #1' })
    const advanced = await control('POST', `/clock?account=${account}`, {
      advance: '7d',
      wait: true,
    })
    keep('advance 7d', 0, '', JSON.stringify(advanced.data?.summary ?? null))
    await look('later')
    const events = await control('GET', `/events?account=${account}&limit=200`)
    keep(
      'events',
      0,
      '',
      JSON.stringify((events.data ?? []).map(({ type, occurred_at }) => [type, occurred_at])),
    )
  } finally {
    child.kill('SIGTERM')
    await new Promise((done) => child.once('exit', done))
  }
}

/** Without what is different in each run: ports, the time of an answer, random ids, signatures and tokens. */
function plain(text, root) {
  return text
    .replaceAll(root, 'ROOT')
    .replaceAll(root.replace('127.0.0.1', 'localhost'), 'ROOT')
    .replace(/"timestamp":"[^"]*"/g, '"timestamp":"T"')
    .replace(/(expires|signature|sig|token)=[\w%.-]+/g, '$1=S')
    .replace(/"expires_at":"[^"]*"/g, '"expires_at":"T"')
    .replace(/"(last_used_at|key_id|prefix)":"[^"]*"/g, '"$1":"K"')
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })
}
