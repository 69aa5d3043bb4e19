import { isAscii } from 'node:buffer'
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { constants, Script } from 'node:vm'
import { CodeFile, codeFileOf } from './code-file.ts'

interface Module {
  exports: unknown
}

type Wrapper = (
  exports: unknown,
  require: (id: string) => unknown,
  module: Module,
  file: string,
  folder: string,
) => void

type Around = <T>(work: () => T) => T

/** Loaded by Node itself, which warns of `import()` in scripts. */
const IMPORTING = /^import-module-/

const PARAMETERS = 'exports, require, module, __filename, __dirname'

/**
 * Loads the CommonJS files of a build with the code that V8 compiled for them at an earlier start, because compiling them
 * takes a third of a start. Whoever writes the cache decides what runs, so `folder` belongs inside the package, and only
 * a file of this user or root is read that nobody else can write. Where it cannot be written, each start compiles.
 */
export class CodeCache {
  readonly #file: string
  readonly #build: string
  readonly #around: Around
  readonly #require: NodeJS.Require
  readonly #modules = new Map<string, Module>()
  /** Emptied when the code is saved. */
  readonly #scripts = new Map<string, Script>()
  readonly #kept: CodeFile | undefined
  #isLoading = false
  #isComplete = true
  #isSaved = false

  /**
   * `build` identifies the contents of all files: V8 itself compares only their lengths. `around` calls what loads or makes
   * code, with the flags of V8 that this constructor finds.
   */
  constructor(folder: string, build: string, around: Around = (work) => work()) {
    // The code is of no use to another version of V8, or with other flags.
    const engine = [process.platform, process.arch, process.version, cachedDataVersionTag()]
    this.#file = join(folder, `${engine.join('-')}.bin`)
    this.#build = build
    this.#around = around
    this.#require = createRequire(join(folder, 'package.json'))
    this.#kept = CodeFile.open(this.#file, build)
  }

  /** Whether all code that was loaded so far came from the cache. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  /** Loads a file, and with it those that it requires. Returns its exports. */
  load(file: string): unknown {
    const known = this.#modules.get(file)
    if (known) return known.exports
    if (this.#isLoading) return this.#loaded(file)
    this.#isLoading = true
    try {
      return this.#around(() => this.#loaded(file))
    } finally {
      this.#isLoading = false
    }
  }

  #loaded(file: string): unknown {
    if (IMPORTING.test(basename(file))) return this.#require(file)
    const module: Module = { exports: {} }
    this.#modules.set(file, module)
    const folder = dirname(file)
    const require = (id: string) =>
      id.startsWith('.') ? this.load(join(folder, id)) : this.#require(id)
    const run = this.#compiled(file).runInThisContext() as Wrapper
    run.call(module.exports, module.exports, require, module, file, folder)
    return module.exports
  }

  /** Keeps the code of all functions that have run so far, unless the cache has it. Only the first call does. */
  save(): void {
    if (this.#isSaved) return
    this.#isSaved = true
    if (!this.#isComplete) this.#write()
    this.#scripts.clear()
  }

  #write(): void {
    // Another process may read or write it at the same time.
    const draft = `${this.#file}.${process.pid}`
    try {
      mkdirSync(dirname(draft), { recursive: true, mode: 0o755 })
      // Before the code is made, which blocks requests and is of no use in a package that is read-only.
      const file = openSync(draft, 'wx', 0o644)
      try {
        writeFileSync(file, codeFileOf(this.#build, this.#made()))
      } finally {
        closeSync(file)
      }
      renameSync(draft, this.#file)
      this.#isComplete = true
    } catch {
      // The package may be read-only, or the disk full: the next start takes as long as this one.
      removeIfPossible(draft)
    }
  }

  /** The code of loaded files, and what the cache has for others. */
  #made(): Map<string, Buffer> {
    const code = new Map<string, Buffer>()
    this.#around(() => {
      for (const [name, script] of this.#scripts) code.set(name, script.createCachedData())
    })
    for (const name of this.#kept?.names ?? []) {
      const kept = code.has(name) ? undefined : this.#kept?.code(name)
      if (kept) code.set(name, kept)
    }
    return code
  }

  #compiled(file: string): Script {
    const name = basename(file)
    const cachedData = this.#kept?.code(name)
    const script = new Script(`(function (${PARAMETERS}) { ${sourceOf(file)}\n})`, {
      filename: file,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(cachedData && { cachedData }),
    })
    if (!cachedData || script.cachedDataRejected) this.#isComplete = false
    if (!this.#isSaved) this.#scripts.set(name, script)
    return script
  }
}

/** Bundles are ASCII as a rule, of which a start reads almost two megabytes: decoding UTF-8 would take half of the time. */
function sourceOf(file: string): string {
  const bytes = readFileSync(file)
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // It does no harm.
  }
}
