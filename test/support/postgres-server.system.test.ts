import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createConnection } from 'node:net'
import { expect, it } from 'vitest'
import { postgres } from './postgres.ts'

it.skipIf(!postgres.isAvailable)(
  'leaves no server and no folder behind when its process is killed',
  async () => {
    const server = new URL('postgres-server.ts', import.meta.url).href
    const script = `
    const { PostgresServer } = await import(${JSON.stringify(server)})
    const { port, folder } = await PostgresServer.start({})
    console.log(JSON.stringify({ port, folder }))
    setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
    const { port, folder } = await new Promise<{ port: number; folder: string }>((resolve) =>
      child.stdout.once('data', (line) => resolve(JSON.parse(line))),
    )
    expect(await isOpen(port)).toBe(true)
    expect(existsSync(folder)).toBe(true)

    child.kill('SIGKILL')

    await expect.poll(() => isOpen(port)).toBe(false)
    await expect.poll(() => existsSync(folder)).toBe(false)
  },
)

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
