import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import controlDocument from '../../spec/documents/control.ts'
import { createProgram } from '../../src/cli/program.ts'
import { optionsFromEnvironment } from '../../src/config.ts'
import { root, snippetsOf } from './snippets.ts'

// No Docker daemon and no cluster is needed: what the files say is compared with the program and its document.

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const TEXTS = {
  Dockerfile: read('deploy/Dockerfile'),
  'deploy/compose.yaml': read('deploy/compose.yaml'),
  'deploy/Caddyfile': read('deploy/Caddyfile'),
  'deploy/kubernetes.yaml': read('deploy/kubernetes.yaml'),
  'docs/hosting.md': snippetsOf('docs/hosting.md')
    .map(({ text }) => text)
    .join('\n'),
}
const files = Object.entries(TEXTS)

interface Container {
  image: string
  command?: string[]
  args?: string[]
  env?: { name: string; value?: string }[]
  securityContext?: Record<string, unknown>
  [probe: string]: unknown
}

const compose = parse(TEXTS['deploy/compose.yaml'], { merge: true }) as {
  services: Record<string, Container & { environment?: Record<string, string>; volumes?: string[] }>
}
const objects = parseAllDocuments(TEXTS['deploy/kubernetes.yaml']).map((document) => {
  expect(document.errors).toEqual([])
  return document.toJS()
})
const kind = (name: string) => objects.find((object) => object.kind === name)
const pod = kind('Deployment').spec.template.spec
const [container] = pod.containers as [Container]
const replicas = ['replica-1', 'replica-2', 'replica-3']

describe('the program', () => {
  it.each(files)('has every variable of %s', (_file, text) => {
    // It reads a variable that it has.
    const asked = new Set<string>()
    const all = new Proxy<Record<string, string | undefined>>(
      {},
      { get: (_, name) => void asked.add(String(name)) },
    )
    optionsFromEnvironment(all)

    const used = [...text.matchAll(/\bSVC_[A-Z_]+/g)].map(([name]) => name)
    const client = ['SVC_URL', 'SVC_TOKEN']
    expect(used.filter((name) => !asked.has(name) && !client.includes(name))).toEqual([])
  })

  it('has the commands and flags with which the containers start it', async () => {
    const program = await createProgram({ withControl: true })
    const starts = [
      ...['migrate', ...replicas].map((name) => compose.services[name]?.command ?? []),
      container.args ?? [],
    ]

    expect(starts.map(([command]) => command)).toEqual(['migrate', ...Array(4).fill('serve')])
    for (const [name, ...rest] of starts) {
      const command = program.commands.find((each) => each.name() === name)
      const known = command?.options.map(({ long }) => long)
      for (const flag of rest.filter((each) => each.startsWith('--'))) expect(known).toContain(flag)
    }
  })

  it('has the commands and flags of docs/hosting.md', async () => {
    const program = await createProgram({ withControl: true })
    const lines = TEXTS['docs/hosting.md'].replaceAll('\\\n', ' ').split('\n')
    const calls = lines.flatMap((line) => line.match(/svc-sandbox(?:\.js)? [a-z][^`|>;&#]*/) ?? [])

    expect(calls.length).toBeGreaterThan(3)
    for (const call of calls) {
      const [, name, ...rest] = call.trim().split(/\s+/)
      const command = program.commands.find((each) => each.name() === name)
      expect(command, call).toBeDefined()
      const known = (command?.commands ?? [])
        .concat(command as never)
        .flatMap(({ options }) => options.map(({ long }) => long))
      for (const flag of rest.filter((each) => each.startsWith('--'))) {
        expect(known, call).toContain(flag)
      }
    }
  })

  it.each(files)('has the health checks of %s', (_file, text) => {
    const { paths } = controlDocument
    const used = [...text.matchAll(/\/_sandbox(\/health[\w/-]*)/g)].map(([, path]) => path)

    expect(Object.keys(paths as object)).toEqual(expect.arrayContaining(used))
  })

  it('is where the Dockerfile starts it', () => {
    const path = /node_modules\/svc-sandbox\/([\w./-]+)/.exec(TEXTS.Dockerfile)?.[1]

    expect(existsSync(join(root, path as string))).toBe(true)
  })
})

describe('replicas', () => {
  it('are three, behind a proxy that asks whether they are ready', () => {
    for (const name of replicas) {
      expect(compose.services).toHaveProperty(name)
      expect(TEXTS['deploy/Caddyfile']).toContain(`${name}:4010`)
    }
    expect(TEXTS['deploy/Caddyfile']).toContain('health_uri /_sandbox/health/ready')
    expect(kind('Deployment').spec.replicas).toBe(3)
  })

  it('have probes: a database that is away makes them unready, and restarts none', () => {
    const path = (probe: string) => (container[probe] as { httpGet: { path: string } }).httpGet.path

    expect(path('livenessProbe')).toBe('/_sandbox/health/live')
    expect(path('startupProbe')).toBe('/_sandbox/health/live')
    expect(path('readinessProbe')).toBe('/_sandbox/health/ready')
  })

  it('are selected by the service and the disruption budget', () => {
    const { labels } = kind('Deployment').spec.template.metadata

    expect(kind('Service').spec.selector).toEqual(labels)
    expect(kind('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
    expect(kind('PodDisruptionBudget').spec.minAvailable).toBeLessThan(3)
    expect(kind('Service').spec.ports[0].targetPort).toBe('http')
  })

  it('find the files that compose.yaml mounts', () => {
    const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes)
    const own = mounts.filter((mount) => mount.startsWith('./'))

    expect(own.length).toBeGreaterThan(0)
    for (const mount of own) {
      const [path = ''] = mount.split(':')
      expect(existsSync(join(root, dirname('deploy/compose.yaml'), path)), mount).toBe(true)
    }
  })
})
