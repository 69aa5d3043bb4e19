import { onTestFinished } from 'vitest'
import type { Judge } from '../../src/proxy/judge.ts'
import type { ProxyOptions } from '../../src/proxy/options.ts'
import { openProxy, type ProxyParts } from '../../src/proxy.ts'

/** Judges nothing. */
export const UNJUDGED: Judge = {
  judge: async () => ({ violations: [] }),
  judgeRequest: () => [],
  violations: () => [],
  clear: () => 0,
  report: () => undefined,
}

/** A proxy in front of `upstream`, the root of an API; closed when the test ends. It judges nothing by default. */
export async function startProxy(
  upstream: string,
  options: Omit<ProxyOptions, 'upstream'> = {},
  parts: ProxyParts = {},
) {
  const opened = await openProxy(
    { log: 'errors', fixture: 'empty', ...options, upstream },
    { judge: UNJUDGED, ...parts },
  )
  onTestFinished(() => opened.proxy.close())
  return { ...opened, url: opened.proxy.url, port: opened.proxy.port }
}
