import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../support/free-port.ts'
import { adapted, type ProxyName, startProxy } from '../../support/processes/proxy-process.ts'
import { disturbUnderLoad } from './under-load.ts'

const read = (file: string) =>
  readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')

/** The examples of docs/hosting.md for these replicas, without TLS, and the path below which they serve them. */
const EXAMPLES: Record<
  ProxyName,
  { path: string; site(port: number, replicas: string[]): string }
> = {
  nginx: {
    path: '/sandbox',
    site: (port, replicas) =>
      adapted(
        read('nginx.conf').replaceAll(/^ +ssl_.*\n/gm, ''),
        ['listen 443 ssl', `listen 127.0.0.1:${port}`],
        [
          '  server 127.0.0.1:4010',
          replicas.map((each) => `  server ${each}`).join(' fail_timeout=1s;\n'),
        ],
      ),
  },
  caddy: {
    path: '',
    site: (port, replicas) =>
      adapted(
        read('Caddyfile'),
        [':8080', `http://127.0.0.1:${port}`],
        ['replica-1:4010 replica-2:4010 replica-3:4010', replicas.join(' ')],
      ),
  },
}

interface Options {
  /** The bundled command. */
  cli: string
  proxy: ProxyName
  rounds: number
  seed: number
}

/** Restarts all replicas behind a proxy, one after the other as docs/hosting.md says. No request may fail. */
export async function restartRepeatedly({ proxy, ...options }: Options) {
  const { path, site } = EXAMPLES[proxy]
  const folder = mkdtempSync(join(tmpdir(), `svc-${proxy}-`))
  try {
    const result = await disturbUnderLoad({
      ...options,
      flags: ['--base-path', '/sandbox', '--drain-seconds', '5'],
      async front(ports) {
        const port = await freePort()
        const replicas = ports.map((each) => `127.0.0.1:${each}`)
        const running = await startProxy(proxy, site(port, replicas), { folder, port })
        return { ...running, url: `http://127.0.0.1:${port}${path}` }
      },
      async disturb(set) {
        for (let index = 0; index < set.size; index += 1) {
          await set.stop(index)
          await set.restart(index)
          await set.allReady()
          await pause(500)
        }
      },
    })
    const { requests, problems } = result
    problems.push(...requests.failed.map((words) => `failed: ${words}`))
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
