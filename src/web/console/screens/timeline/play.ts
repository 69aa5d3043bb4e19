import { useEffect, useState } from 'preact/hooks'
import type { Control } from '../../client/session.ts'
import { useAction, useSandbox } from '../../hooks/sandbox.ts'
import { useStream } from '../../hooks/stream.ts'
import { useInterval } from '../../hooks/timing.ts'

/** Real milliseconds in which a week is played. */
const PLAYED_MS = 4000
const STEP_MS = 100
/** Real milliseconds between two reads of what has happened. */
const READ_MS = 500

interface Playing {
  from: number
  to: number
  /** By performance.now(). */
  begun: number
  /** How far the sandbox is, epoch milliseconds of the account's clock. */
  reached: number
}

/**
 * Advances the clock by a week and plays it: `head` is the time up to which things are shown, which follows the advance of
 * the sandbox, as its stream reports it, and takes a few seconds if the sandbox is faster. `turn` grows when there is more to read.
 */
export function useWeek() {
  const { control, refresh } = useSandbox()
  const [playing, setPlaying] = useState<Playing>()
  const [head, setHead] = useState<number>()
  const [turn, setTurn] = useState(0)
  const isPlaying = playing !== undefined

  const start = useAction(async () => {
    const { data: before } = await control('GET', '/clock')
    const from = Date.parse(before.now)
    const body = { advance: '7d', wait: false }
    const { data } = await control('POST', '/clock', { body })
    const to = Date.parse(data.advancing?.to ?? data.now)
    const reached = Date.parse(data.now)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    setPlaying({ from, to, reached, begun: performance.now() - (isStill ? PLAYED_MS : 0) })
    setHead(from)
    setTurn((before) => before + 1)
  })
  const note = (clock: Control['Clock']) =>
    setPlaying((now) => {
      if (now === undefined) return now
      const reached = Date.parse(clock.now)
      // A cancelled advance ends before its goal.
      return { ...now, reached, to: clock.advancing ? now.to : Math.min(now.to, reached) }
    })
  useStream('/clock/stream', ({ data }) => note(data), { enabled: isPlaying })
  useInterval(() => setTurn((before) => before + 1), READ_MS, isPlaying)
  useInterval(
    () => {
      if (playing === undefined) return
      const share = Math.min(1, (performance.now() - playing.begun) / PLAYED_MS)
      const shown = playing.from + share * (playing.to - playing.from)
      setHead(Math.min(shown, playing.reached))
      if (share === 1 && playing.reached >= playing.to) setPlaying(undefined)
    },
    STEP_MS,
    isPlaying,
  )
  useEffect(() => {
    if (isPlaying || head === undefined) return
    setHead(undefined)
    refresh()
  }, [isPlaying])
  return { start, isPlaying, head, turn }
}
