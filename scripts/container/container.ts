import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Image } from './dockerfile.ts'

/** The user of the image, who does not exist on every machine. */
const USER = { name: 'node', id: 1000 }

/**
 * A container of Linux namespaces, in place of a Docker daemon: with processes, mounts and a host name of its own, and
 * this machine's files, read-only, as the base image. What it writes stays in `layer`.
 */
export class Container {
  readonly #process: ChildProcess
  readonly #layer: string
  readonly output: string[] = []

  private constructor(child: ChildProcess, layer: string) {
    this.#process = child
    this.#layer = layer
    process.once('exit', () => child.kill('SIGKILL'))
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => this.output.push(text))
    }
  }

  /** Runs the `RUN` commands of an image as root, with `tarballs` in /package; the result is its layer. */
  static build(image: Image, { layer, tarballs }: { layer: string; tarballs: string }): void {
    mkdirSync(layer)
    const script = [
      ...mounts(layer, false),
      `printf '%s:x:%s:%s::/home/%s:/bin/sh\\n' ${USER.name} ${USER.id} ${USER.id} ${USER.name} >> root/etc/passwd`,
      `printf '%s:x:%s:\\n' ${USER.name} ${USER.id} >> root/etc/group`,
      `cp -r ${tarballs} root/package`,
      // Where npm of the base image installs to.
      'export npm_config_prefix=/usr/local',
      ...image.commands.map((command) => `chroot root sh -c ${quoted(command)}`),
    ]
    const flags = ['--mount', '--pid', '--fork', 'sh', '-ec', script.join('\n')]
    execFileSync('unshare', flags, { cwd: layer, stdio: ['ignore', 'ignore', 'inherit'] })
  }

  /** Starts the image with a read-only root, a tmpfs at /tmp and `volume` as its folder; the program is PID 1. */
  static start(
    image: Image,
    of: { layer: string; volume: string; host: string; variables: Record<string, string> },
  ): Container {
    const variables = { ...image.environment, ...of.variables, PATH: process.env.PATH as string }
    const set = Object.entries(variables).map(([name, value]) => quoted(`${name}=${value}`))
    const command = image.start.map(quoted).join(' ')
    const script = [
      ...mounts(of.layer, true),
      `hostname ${of.host}`,
      `mount --bind ${of.volume} root${image.folder}`,
      'mount -t tmpfs tmpfs root/tmp',
      `exec chroot --userspec=${USER.id}:${USER.id} root env -i -C ${image.folder} ${set.join(' ')} ${command}`,
    ]
    const flags = ['--mount', '--pid', '--uts', '--fork', '--kill-child', 'sh', '-ec']
    return new Container(
      spawn('unshare', [...flags, script.join('\n')], {
        cwd: of.layer,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
      of.layer,
    )
  }

  /** Resolves when the health check of the image succeeds; rejects after 30 seconds, or if the container ends. */
  async healthy(image: Image, port: number): Promise<void> {
    const [program = '', ...words] = image.healthCheck
    // It runs on this machine, with the files of the image.
    const rest = words.map((word) =>
      word.startsWith('/') ? join(this.#layer, 'upper', word) : word,
    )
    for (let tries = 0; tries < 150 && this.#process.exitCode === null; tries++) {
      const check = spawn(program, rest, {
        env: { ...process.env, SVC_PORT: String(port) },
        stdio: 'ignore',
      })
      const [code] = await once(check, 'exit')
      if (code === 0) return
      await setTimeout(200)
    }
    throw new Error(`The container did not become healthy:\n${this.output.join('')}`)
  }

  /** Signals the program, as `docker stop` and `docker kill` do, and resolves with the container's exit code. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const exit = this.exit()
    process.kill(this.#programId(), signal)
    return exit
  }

  async exit(): Promise<number | null> {
    if (this.#process.exitCode === null) await once(this.#process, 'exit')
    return this.#process.exitCode
  }

  /** The number that PID 1 of the container has on this machine. */
  #programId(): number {
    const children = `/proc/${this.#process.pid}/task/${this.#process.pid}/children`
    return Number(readFileSync(children, 'utf8').trim())
  }
}

/** Commands that make `root` in the current folder out of this machine's files and those in the layer. */
function mounts(layer: string, isReadOnly: boolean): string[] {
  for (const name of ['upper', 'work', 'root']) mkdirSync(join(layer, name), { recursive: true })
  return [
    'mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root',
    ...(isReadOnly ? ['mount -o remount,ro root'] : []),
    'mount -t proc proc root/proc',
    'mount --rbind /dev root/dev',
  ]
}

/** Why this machine can't have such containers; undefined if it can. */
export function missing(folder: string): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  const layer = join(folder, 'trial')
  mkdirSync(layer)
  const script = [...mounts(layer, true), 'chroot root node --version', 'hostname trial']
  writeFileSync(join(layer, 'script'), script.join('\n'))
  try {
    const flags = ['--mount', '--pid', '--uts', '--fork', 'sh', '-e', 'script']
    execFileSync('unshare', flags, { cwd: layer, stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `no container of namespaces can be made here: ${(error as Error).message.trim()}`
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
