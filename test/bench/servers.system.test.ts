import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { measure } from './load.ts'
import { OPERATIONS } from './operations.ts'
import { start, startBare, temporaryFolder } from './servers.ts'

// Servers are looked at in /proc.
describe.runIf(process.platform === 'linux')('a server under measurement', () => {
  it('is refused when it runs in more than one process', async () => {
    const script = `
      const { spawn } = require('node:child_process')
      const { createServer } = require('node:http')
      if (process.argv[2] === 'fork') spawn('sleep', ['60'])
      createServer((_, res) => res.end()).listen(process.argv[1], '127.0.0.1')
    `

    const forked = start((port) => ['-e', script, port, 'fork'], '/')
    await expect(forked).rejects.toThrow('runs in 2 processes')

    const alone = await start((port) => ['-e', script, port], '/')
    onTestFinished(alone.stop)
    expect(() => alone.requireOneProcess()).not.toThrow()
  })

  it('fails its measurement when it ends connections', async () => {
    const script = `
      require('node:http')
        .createServer((req, res) => (req.url === '/' ? res.end() : req.socket.destroy()))
        .listen(process.argv[1], '127.0.0.1')
    `
    const server = await start((port) => ['-e', script, port], '/')
    onTestFinished(server.stop)

    await expect(measure(server, { path: '/other', seconds: 0.1 })).rejects.toThrow(
      /\/other ended all connections/,
    )
  })

  it('has an Express for reference that sends no more headers than node:http', async () => {
    const file = join(temporaryFolder(), 'answers.json')
    writeFileSync(file, JSON.stringify(Object.fromEntries(OPERATIONS.map((name) => [name, {}]))))
    const headersOf = async (kind: 'express' | 'node-http') => {
      const server = await startBare(kind, file)
      onTestFinished(server.stop)
      const headers = { authorization: 'Bearer svc_test_demo' }
      const response = await fetch(`${server.url}/api/campaigns`, { headers })
      return [...response.headers.keys()].sort()
    }

    expect(await headersOf('express')).toEqual(await headersOf('node-http'))
  })
})
