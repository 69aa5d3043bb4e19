/**
 * Loaded into a server before its own code (`node --import`). It does to the server's calls of the file system what
 * `DISK_FAULT` says, a JSON object, to those that write and whose path `paths` fits, a regular expression, or to those of
 * them that are `named`:
 *
 * - `{ kill: { call, phase } }`: the process kills itself, as `kill -9` does, at the so-manieth of them: `before` it,
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

const half = (content) => content.slice(0, content.length >> 1)

/** `name` of `of`, whose second argument is what it writes if `writes`. */
function disturb(of, name, { writes = false, isSync = false } = {}) {
  const original = of[name]
  const begin = (args) => {
    const fault = faultAt(name, args[0])
    if (fault === 'before' || (fault === 'half' && !writes)) die()
    return fault
  }
  of[name] = isSync
    ? (...args) => {
        const fault = begin(args)
        if (fault === 'half' || (fault === 'refuse' && writes && refuse.code === 'ENOSPC')) {
          original(args[0], half(args[1]), ...args.slice(2))
        }
        if (fault === 'half') die()
        if (fault === 'refuse') throw refusal(name, args[0])
        const result = original(...args)
        if (fault === 'after') die()
        return result
      }
    : async (...args) => {
        const fault = begin(args)
        if (fault === 'half' || (fault === 'refuse' && writes && refuse.code === 'ENOSPC')) {
          await original(args[0], half(args[1]), ...args.slice(2))
        }
        if (fault === 'half') die()
        if (fault === 'refuse') throw refusal(name, args[0])
        const result = await original(...args)
        if (fault === 'after') die()
        return result
      }
}

// Making room works on a full disk.
const takesNoRoom = refuse?.code === 'ENOSPC'
for (const name of ['writeFile', 'appendFile']) disturb(fs.promises, name, { writes: true })
for (const name of ['mkdir', ...(takesNoRoom ? [] : ['rename', 'rm', 'truncate'])]) {
  disturb(fs.promises, name)
}
disturb(fs, 'appendFileSync', { writes: true, isSync: true })
syncBuiltinESMExports()
