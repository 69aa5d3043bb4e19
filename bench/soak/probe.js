/**
 * Loaded into the server of the soak before its own code (`node --expose-gc --import`): tells, when it is asked by its
 * parent, what the process holds. With `SOAK_LEAK` it keeps that many bytes of each request, to see the soak fail.
 */
import { subscribe } from 'node:diagnostics_channel'

process.on('message', async () => {
  // Twice, with a turn in between: what finalizers let go of is collected, too.
  for (let turn = 0; turn < 2; turn++) {
    globalThis.gc()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send({ heapUsed, external, rss, handles: process.getActiveResourcesInfo().length })
})
// The server ends as if nobody listened.
process.channel?.unref()

const leak = Number(process.env.SOAK_LEAK ?? 0)
const leaked = []
if (leak > 0) {
  subscribe('http.server.request.start', () => {
    leaked.push(Array.from({ length: leak / 8 }, () => 0.5))
  })
}
