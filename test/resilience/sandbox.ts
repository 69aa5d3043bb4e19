import { fileURLToPath } from 'node:url'
import { killOnExit, residentMemory } from '../bench/processes.ts'
import { freePort } from '../support/free-port.ts'
import { serveProcess, spawnCli } from '../support/processes/cli-process.ts'

const CLI = fileURLToPath(new URL('../../dist/src/cli/main.cjs', import.meta.url))
const FLAGS = ['--ephemeral', '--now', '2026-01-15T09:30:00Z', '--no-rate-limits']

/** Starts the built package in a process of its own, with an empty account. */
export async function startBuilt() {
  const port = await freePort()
  const flags = ['--port', String(port), ...FLAGS, '--fixture', 'empty']
  const child = spawnCli(CLI, ['serve', ...flags])
  killOnExit(child)
  const { pid, kill, ended } = await serveProcess(child)
  return {
    port,
    root: `http://127.0.0.1:${port}`,
    /** Resident memory in MB. */
    memory: () => Math.round(residentMemory(pid)),
    async stop() {
      kill('SIGTERM')
      await ended
    },
  }
}
