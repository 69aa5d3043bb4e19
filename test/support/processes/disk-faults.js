/**
 * Loaded into a server before its own code (`node --import`). It does to the server's calls of the file system what
 * `DISK_FAULT` says, a JSON object, to those that write and whose path `paths` fits, a regular expression, or to those of
 * them that are `named`:
 *
 * - `{ kill: { call, phase } }`: the process kills itself, as `kill -9` does, at call number `call` of them: `before` it,
 *   `half` through what it writes, or `after` it. `armed: false` counts from SIGUSR2 on.
 * - `{ refuse: { code, whilst } }`: they fail with that code while the file `whilst` is there, as on a full disk after half
 *   of what they write.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { paths = '', named, kill, refuse, armed = true } = JSON.parse(process.env.DISK_FAULT ?? '{}')
const pattern = new RegExp(paths)
const exists = fs.existsSync
let isArmed = armed
let calls = 0

if (!armed) {
  process.on('SIGUSR2', () => {
    isArmed = true
  })
}

function die() {
  process.kill(process.pid, 'SIGKILL')
}

/** What is to be done at this call. */
function faultAt(name, path) {
  if (!isArmed || (named && !named.includes(name)) || !pattern.test(String(path))) return undefined
  // A folder that is there already takes no room, and can be made again.
  if (refuse && name === 'mkdir' && exists(path)) return undefined
  if (refuse) return exists(refuse.whilst) ? 'refuse' : undefined
  if (!kill) return undefined
  calls += 1
  return calls === kill.call ? kill.phase : undefined
}

function refusal(syscall, path) {
  const { code } = refuse
  const text = code === 'ENOSPC' ? 'no space left on device' : 'read-only file system'
  return Object.assign(new Error(`${code}: ${text}, ${syscall} '${path}'`), { code, syscall, path })
}

/** Those that write what they are given second, by that which writes it at once. */
const writers = {
  writeFile: fs.writeFileSync,
  writeFileSync: fs.writeFileSync,
  appendFile: fs.appendFileSync,
  appendFileSync: fs.appendFileSync,
}

/** Does what is to be done before the call; whether the process dies after it. */
function failAt(name, [path, content, options]) {
  const fault = faultAt(name, path)
  const isHalf = fault === 'half' || (fault === 'refuse' && refuse.code === 'ENOSPC')
  const write = writers[name]
  if (isHalf && write) {
    const whole = typeof content === 'string' || Buffer.isBuffer(content)
    // A buffer may be used again for the next part.
    const parts = whole ? [] : Array.from(content, (part) => Buffer.from(part))
    const written = whole ? content : Buffer.concat(parts)
    write(path, written.slice(0, written.length >> 1), options)
  }
  if (fault === 'refuse') throw refusal(name, path)
  if (fault === 'before' || fault === 'half') die()
  return fault === 'after'
}

function disturbedNow(name, call) {
  return (...args) => {
    // Node appends through `writeFileSync`.
    if (name === 'writeFileSync' && args[2]?.flag === 'a') return call(...args)
    const dies = failAt(name, args)
    call(...args)
    if (dies) die()
  }
}

function disturbed(name, call) {
  return async (...args) => {
    const dies = failAt(name, args)
    await call(...args)
    if (dies) die()
  }
}

// Making room works on a full disk.
const freeing = refuse?.code === 'ENOSPC' ? [] : ['rename', 'rm', 'truncate', 'unlink']
for (const name of ['writeFile', 'appendFile', 'mkdir', ...freeing]) {
  fs.promises[name] = disturbed(name, fs.promises[name])
}
const freeingNow = freeing.map((name) => `${name}Sync`)
for (const name of ['writeFileSync', 'appendFileSync', ...freeingNow]) {
  fs[name] = disturbedNow(name, fs[name])
}
syncBuiltinESMExports()
