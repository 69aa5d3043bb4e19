import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * The address of a reverse proxy on 127.0.0.1 that sends what is below `prefix` to a port, with or without the prefix, and
 * keeps the Host header. Anything else is another app. Closed when the test ends.
 */
export async function openPrefixProxy(
  target: { port: number },
  { prefix, strips }: { prefix: string; strips: boolean },
): Promise<string> {
  const server = createServer((req, res) => {
    const { method, url = '', headers } = req
    const rest = url.startsWith(prefix) ? url.slice(prefix.length) : undefined
    // nginx and Caddy redirect the prefix itself, or pass it on whole.
    if (rest === undefined || !/^[/?]|^$/.test(rest) || (strips && !rest.startsWith('/'))) {
      res.writeHead(404).end('Another app.')
      return
    }
    const path = strips ? rest : url
    const onward = request({ host: '127.0.0.1', port: target.port, method, path, headers })
    onward.on('response', (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.rawHeaders)
      answer.pipe(res)
    })
    onward.on('error', () => res.destroy())
    res.on('close', () => onward.destroy())
    req.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
