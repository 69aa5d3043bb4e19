/** Loaded into a server: reports the longest time in ms for which its main thread was busy since the last report. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('message', () => {
  process.send(delay.max / 1e6)
  delay.reset()
})
process.channel?.unref()
