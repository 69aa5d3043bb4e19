/**
 * Loaded into a server (`node --expose-gc --import`): tells its parent, who sends `memory` or `delay`, what it holds, or the longest
 * time in ms for which its main thread was busy since it was asked last.
 * With `SOAK_LEAK` it keeps that many bytes of each request, so that the soak fails.
 */
import { subscribe } from 'node:diagnostics_channel'
import { monitorEventLoopDelay } from 'node:perf_hooks'

let delay

process.on('message', async (question) => {
  if (question === 'delay') {
    process.send((delay?.max ?? 0) / 1e6)
    delay ??= monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    delay.reset()
    return
  }
  // Twice, with a turn in between, to collect what finalizers release.
  for (let turn = 0; turn < 2; turn++) {
    globalThis.gc()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send({ heapUsed, external, rss, handles: process.getActiveResourcesInfo().length })
})
// The channel must not keep the server from ending.
process.channel?.unref()

const leak = Number(process.env.SOAK_LEAK ?? 0)
const leaked = []
if (leak > 0) {
  subscribe('http.server.request.start', () => {
    leaked.push(Array.from({ length: leak / 8 }, () => 0.5))
  })
}
