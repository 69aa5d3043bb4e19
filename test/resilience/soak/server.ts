import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killOnExit } from '../../bench/processes.ts'
import { type ServeProcess, serveProcess } from '../../support/processes/cli-process.ts'

/** The resources of a server while no request is in progress. */
export interface Sample {
  /** Requests answered so far. */
  requests: number
  heap: number
  /** Bytes outside the heap that belong to objects in it. */
  external: number
  rss: number
  /** Sockets, timers and pending calls. */
  handles: number
  descriptors: number
  files: number
  fileBytes: number
}

export interface SoakedServer extends ServeProcess {
  sample(requests: number): Promise<Sample>
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** The built package in a process that reports its resources. */
export async function startSoaked(data: string, flags: string[]): Promise<SoakedServer> {
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      ...['--import', path('../reporter.js')],
      path('../../../dist/src/cli/main.cjs'),
      ...['serve', '--port', '0', '--data', data, '--no-rate-limits', ...flags],
    ],
    {
      env: { ...process.env, NODE_ENV: 'production', SVC_VALIDATE_RESPONSES: '' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  )
  killOnExit(child)
  const server = await serveProcess(child)
  return { ...server, sample: (requests) => sampleOf(child, data, requests) }
}

async function sampleOf(child: ChildProcess, data: string, requests: number): Promise<Sample> {
  child.send('memory')
  const [{ heapUsed, external, rss, handles }] = await once(child, 'message')
  const files = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
  return {
    requests,
    heap: heapUsed,
    external,
    rss,
    handles,
    descriptors: readdirSync(`/proc/${child.pid}/fd`).length,
    files: files.length,
    fileBytes: files.reduce((sum, size) => sum + size, 0),
  }
}
