#!/usr/bin/env node
/** The command of the package, which runs the bundle of main.ts. A checkout runs main.ts itself. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { createClock } from '../time/clock.ts'
import { CodeCache } from './code-cache.ts'

/** Set by the build: a digest of the bundle. */
declare const BUILD: string

const ANSWERED = 'http.server.response.finish'
/** A server that has answered may be idle then, and V8 still has the code of its start. */
const SAVED_AFTER_MS = 1000

// Before the cache, which depends on the flags. In percent: by default V8 lets a heap that is often written to grow to four
// times its size, and a server keeps what the heap had at its peak. With 1.5 times, an advance would take a sixth more CPU.
// A young generation that stays at 2 MB would take another 25 MB less, but with 50 connections it collects parts of
// requests under way as if they lasted: creates took twice the CPU, and their p99 five times as long.
setFlagsFromString('--heap-growing-percent=70')

const cache = new CodeCache(fileURLToPath(new URL('../../.cache', import.meta.url)), BUILD)

/** After the first answer, whose code the next start needs, too. Commands that serve nothing keep nothing. */
function saveLater(): void {
  unsubscribe(ANSWERED, saveLater)
  const save = () => cache.save()
  // A server of a script may end sooner.
  process.once('exit', save)
  void createClock().pause(SAVED_AFTER_MS).then(save)
}

subscribe(ANSWERED, saveLater)
cache.load(fileURLToPath(new URL('./command.cjs', import.meta.url)))
