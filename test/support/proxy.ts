import { onTestFinished } from 'vitest'
import type { ProxyOptions } from '../../src/proxy/options.ts'
import { openProxy, type ProxyParts } from '../../src/proxy.ts'

/** A proxy in front of `upstream`, the root of an API; closed when the test ends. */
export async function startProxy(
  upstream: string,
  options: Omit<ProxyOptions, 'upstream'> = {},
  parts: ProxyParts = {},
) {
  const opened = await openProxy({ log: 'errors', fixture: 'empty', ...options, upstream }, parts)
  onTestFinished(() => opened.proxy.close())
  return { ...opened, url: opened.proxy.url, port: opened.proxy.port }
}
