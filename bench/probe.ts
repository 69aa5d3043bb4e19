import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pin } from './cores.ts'

/** What a probe asks for, again and again, until it is told to stop. */
export interface Question {
  url: string
  token: string
}

/** What a probe has seen: milliseconds of each answer, or what was wrong with one. */
export type Seen = { times: number[] } | { complaint: string }

/** A client that asks at fixed times: in a process of its own, so that what others do here does not hold up its clock. */
export interface Probe {
  /** Milliseconds that answers take while `during` goes on. */
  times(during: () => Promise<unknown>): Promise<number[]>
  stop(): void
}

export async function startProbe(question: Question): Promise<Probe> {
  const child = fork(fileURLToPath(new URL('prober.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  })
  await once(child, 'message')
  pin(child.pid as number, 'generator')
  return {
    times: async (during) => {
      child.send(question)
      await during()
      child.send('stop')
      const seen = await answerOf(child)
      if ('complaint' in seen) throw new Error(seen.complaint)
      return seen.times
    },
    stop: () => child.disconnect(),
  }
}

async function answerOf(child: ChildProcess): Promise<Seen> {
  const over = new AbortController()
  const { signal } = over
  try {
    const [seen] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => {
        throw new Error('The probe has ended.')
      }),
    ])
    return seen as Seen
  } finally {
    over.abort()
  }
}
