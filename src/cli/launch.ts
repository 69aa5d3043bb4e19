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
/** Late enough for an idle moment, early enough that V8 still has the code of the start. */
const SAVED_AFTER_MS = 1000

/**
 * By default, V8 lets the heap of a busy server grow to four times its live size, and the memory is not returned. 70 percent
 * keeps it smaller; with 50, an advance took a sixth more CPU. Do not also fix the young generation at 2 MB: that saves another
 * 25 MB, but with 50 connections it promotes objects of unfinished requests. Creates then took twice the CPU, and their p99 was
 * five times as long.
 */
const HEAP_GROWTH = 70

/**
 * While code is loaded or made, V8 has its default flags. It refuses code that was compiled with others, which includes that of
 * Node's own modules: compiling them again took a tenth of a start.
 */
function withDefaultFlags<T>(work: () => T): T {
  setFlagsFromString('--heap-growing-percent=0')
  try {
    return work()
  } finally {
    setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
  }
}

const folder = fileURLToPath(new URL('../../.cache', import.meta.url))
const cache = new CodeCache(folder, BUILD, withDefaultFlags)

/** Runs after the first response, so that the cache includes its code. Commands that serve nothing save nothing. */
function saveLater(): void {
  unsubscribe(ANSWERED, saveLater)
  const save = () => cache.save()
  // A server that a script starts may end sooner.
  process.once('exit', save)
  void createClock().pause(SAVED_AFTER_MS).then(save)
}

subscribe(ANSWERED, saveLater)
cache.load(fileURLToPath(new URL('./command.cjs', import.meta.url)))
