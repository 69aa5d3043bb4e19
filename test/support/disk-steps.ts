import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

/** A moment of a call that writes: before it, halfway through what it writes, or after it. */
export interface DiskStep {
  call: 'writeFile' | 'rename' | 'rm' | 'writeFileSync' | 'appendFileSync' | 'renameSync' | 'rmSync'
  path: string
  phase: 'before' | 'half' | 'after'
}

type Content = string | Buffer | Iterable<string> | AsyncIterable<string>

/**
 * Calls `onStep` at each step of the calls that write below `folder`, until the test ends or the result is called. A call
 * fails with what it throws, and those that return promises wait for what it returns.
 */
export function watchDisk(
  folder: string,
  onStep: (step: DiskStep) => void | Promise<void>,
): () => void {
  const { writeFile, rename, rm } = fs.promises
  const { writeFileSync, appendFileSync, renameSync, rmSync } = fs

  const slowly =
    (call: DiskStep['call'], made: (...args: never[]) => Promise<void>) =>
    async (path: string, ...rest: unknown[]) => {
      if (!String(path).startsWith(folder)) return made(...([path, ...rest] as never[]))
      await onStep({ call, path, phase: 'before' })
      const [content, ...others] = rest as [Content]
      const half = () => onStep({ call, path, phase: 'half' })
      await made(
        ...([path, call === 'writeFile' ? inParts(content, half) : content, ...others] as never[]),
      )
      await onStep({ call, path, phase: 'after' })
    }
  const atOnce =
    (call: DiskStep['call'], made: (...args: never[]) => void) =>
    (path: string, ...rest: unknown[]) => {
      // Node appends through `writeFileSync`.
      const isInner = call === 'writeFileSync' && (rest[1] as { flag?: string })?.flag === 'a'
      if (isInner || !String(path).startsWith(folder)) return made(...([path, ...rest] as never[]))
      void onStep({ call, path, phase: 'before' })
      if (call.endsWith('FileSync')) {
        const [content, options] = rest as [string | Buffer, fs.WriteFileOptions]
        const middle = content.length >> 1
        made(...([path, content.slice(0, middle), options] as never[]))
        void onStep({ call, path, phase: 'half' })
        appendFileSync(path, content.slice(middle), options)
      } else made(...([path, ...rest] as never[]))
      void onStep({ call, path, phase: 'after' })
    }

  const watched = {
    writeFileSync: atOnce('writeFileSync', writeFileSync),
    appendFileSync: atOnce('appendFileSync', appendFileSync),
    renameSync: atOnce('renameSync', renameSync),
    rmSync: atOnce('rmSync', rmSync as never),
  }
  Object.assign(fs, watched)
  Object.assign(fs.promises, {
    writeFile: slowly('writeFile', writeFile as never),
    rename: slowly('rename', rename as never),
    rm: slowly('rm', rm as never),
  })
  syncBuiltinESMExports()
  const end = () => {
    Object.assign(fs, { writeFileSync, appendFileSync, renameSync, rmSync })
    Object.assign(fs.promises, { writeFile, rename, rm })
    syncBuiltinESMExports()
  }
  onTestFinished(end)
  return end
}

/** Text in parts, with a call before the last one; the call's result is not waited for. */
async function* inParts(content: Content, half: () => void | Promise<void>) {
  const parts =
    typeof content === 'string' || Buffer.isBuffer(content)
      ? [content.slice(0, content.length >> 1), content.slice(content.length >> 1)]
      : content
  let written = 0
  for await (const part of parts) {
    if (++written === 2) await half()
    yield part
  }
}
