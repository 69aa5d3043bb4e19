/**
 * The process that asks while something else goes on: a question begins it, `stop` ends it and is answered with what it
 * has seen. Ends with whoever started it.
 */
import { Agent, get } from 'node:http'
import type { Question, Seen } from './probe.ts'

/** Between two requests, whether the one before was answered or not: who waits for it measures too few of the slow ones. */
const INTERVAL_MS = 10

let stop: (() => void) | undefined
process.on('message', (message: Question | 'stop') => {
  if (message === 'stop') return stop?.()
  ask(message).then(
    (times) => tell({ times }),
    (error: Error) => tell({ complaint: error.message }),
  )
})
process.once('disconnect', () => process.exit())
process.send?.('ready')

/** Milliseconds of each answer. */
async function ask({ url, token }: Question): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const open: Promise<number>[] = []
  const send = () => open.push(answerTime(url, token, agent))
  const timer = setInterval(send, INTERVAL_MS)
  await new Promise<void>((resolve) => {
    stop = resolve
  })
  clearInterval(timer)
  const times = await Promise.all(open)
  agent.destroy()
  return times
}

function answerTime(url: string, token: string, agent: Agent): Promise<number> {
  const begin = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    get(url, { agent, headers }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - begin)
        else reject(new Error(`${url} was answered with ${response.statusCode}.`))
      })
    }).on('error', reject)
  })
}

function tell(seen: Seen): void {
  process.send?.(seen)
}
