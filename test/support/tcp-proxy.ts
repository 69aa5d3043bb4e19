import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A relay on 127.0.0.1 between a client and a server, which fails as networks do. */
export class TcpProxy {
  readonly #server: Server
  readonly #pairs = new Set<readonly [client: Socket, upstream: Socket]>()
  #target: number
  #isHanging = false
  /** The connection that sends this is cut when the server answers. */
  #fatal: string | undefined

  /** Closed when the test ends. */
  static async open(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    onTestFinished(() => proxy.#close())
    return proxy
  }

  private constructor(target: number) {
    this.#target = target
    this.#server = createServer((client) => this.#relay(client))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** `url` with the address of the proxy. */
  urlFor(url: string): string {
    const changed = new URL(url)
    changed.host = `127.0.0.1:${this.port}`
    return changed.href
  }

  /** Open connections. */
  get connections(): number {
    return this.#pairs.size
  }

  /** Nothing arrives any more, on old and new connections, and nobody is notified. */
  hang(): void {
    this.#isHanging = true
    for (const pair of this.#pairs) for (const socket of pair) socket.pause()
  }

  /** New connections work again. The old ones never will. */
  healForNewConnections(): void {
    this.#isHanging = false
  }

  /** What was held up arrives. */
  resume(): void {
    this.#isHanging = false
    for (const pair of this.#pairs) for (const socket of pair) socket.resume()
  }

  /** Closes all connections. New ones are accepted. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
  }

  /** Cuts the next connection on which a client sends `text`, when the server has done what it was asked. */
  cutAfter(text: string): void {
    this.#fatal = text
  }

  /** New connections lead to another server; the old ones are cut. */
  leadTo(port: number): void {
    this.#target = port
    this.cut()
  }

  #relay(client: Socket): void {
    const upstream = connect(this.#target, '127.0.0.1')
    const pair = [client, upstream] as const
    this.#pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#pairs.delete(pair)
        for (const each of pair) each.destroy()
      })
    }
    let isDoomed = false
    client.on('data', (chunk) => {
      if (this.#fatal !== undefined && chunk.includes(this.#fatal)) {
        this.#fatal = undefined
        isDoomed = true
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (isDoomed) client.destroy()
      else client.write(chunk)
    })
    if (this.#isHanging) for (const socket of pair) socket.pause()
  }

  async #close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
