import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type ProxyName = 'nginx' | 'caddy'

const PATIENCE_MS = 20_000

export function isInstalled(name: ProxyName): boolean {
  return spawnSync(name, [name === 'nginx' ? '-v' : 'version']).error === undefined
}

/** Text of an example with each `from` replaced; throws if the example lacks it. */
export function adapted(text: string, ...pairs: [from: string, to: string][]): string {
  return pairs.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`The example has no ${from}.`)
    return before.replaceAll(from, to)
  }, text)
}

/** What surrounds a site: nothing of a machine but `folder` is used. */
const WHOLE: Record<ProxyName, (site: string, folder: string) => string> = {
  nginx: (site, folder) => {
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    )
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    return `${user} daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log stderr;
      events {} http { access_log off; ${places.join(' ')} ${site} }`
  },
  // Without a limit, Caddy ends when a stream that its client has left writes again.
  caddy: (site) =>
    `{\n\tadmin off\n\tauto_https disable_redirects\n\tgrace_period 100ms\n}\n${site}`,
}

/** Starts a proxy with a site that listens on `port`; resolves when it accepts connections. */
export async function startProxy(
  name: ProxyName,
  site: string,
  { folder, port }: { folder: string; port: number },
): Promise<{ stop(): Promise<void> }> {
  const file = join(folder, 'configuration')
  writeFileSync(file, WHOLE[name](site, folder))
  const flags =
    name === 'nginx'
      ? ['-p', folder, '-e', 'stderr', '-c', file]
      : ['run', '--adapter', 'caddyfile', '--config', file]
  const proxy = spawn(name, flags, { env: { ...process.env, HOME: folder } })
  let output = ''
  for (const stream of [proxy.stdout, proxy.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const end = performance.now() + PATIENCE_MS
  while (!(await accepts(port))) {
    if (proxy.exitCode !== null || performance.now() > end) {
      throw new Error(`${name} does not start: ${output}`)
    }
    await pause(20)
  }
  return { stop: () => stopped(proxy) }
}

async function stopped(proxy: ChildProcess): Promise<void> {
  const gone = proxy.exitCode === null ? once(proxy, 'exit') : undefined
  proxy.kill('SIGTERM')
  await gone
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
