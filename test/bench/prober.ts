/** The process of a probe: a question starts it, `stop` ends it and returns the times. Ends with its parent. */
import { Agent } from 'node:http'
import type { Question } from './probe.ts'
import { answerTime } from './statistics.ts'
import { answerMessages } from './worker.ts'

/** Between two requests. It does not wait for answers: that would measure too few of the slow ones. */
const INTERVAL_MS = 10

let stop: (() => void) | undefined

answerMessages((message: Question | 'stop') => {
  if (message !== 'stop') return ask(message)
  stop?.()
  return undefined
})

/** Milliseconds of each answer. */
async function ask({ url, token }: Question): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const open: Promise<number>[] = []
  const send = () => open.push(answerTime(url, token, 200, agent))
  const timer = setInterval(send, INTERVAL_MS)
  await new Promise<void>((resolve) => {
    stop = resolve
  })
  clearInterval(timer)
  const times = await Promise.all(open)
  agent.destroy()
  return times
}
