import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isObject } from '../schema/json.ts'
import { readTextFile } from '../text/text-file.ts'
import type { SandboxConfig } from './config-file.ts'
import { checkedConfig } from './members.ts'
import { ConfigError } from './parse.ts'

/** Extensions of `svc-sandbox.config`. */
export const EXTENSIONS = ['json', 'yaml', 'yml', 'ts', 'mts', 'js', 'mjs']

export interface ConfigFile {
  /** As messages name it. */
  file: string
  config: SandboxConfig
  /** The place of a member, as `file:line: serve.port`; undefined if there is none. */
  placeOf(path: readonly string[]): string | undefined
}

/**
 * The configuration in `file`, or else in `svc-sandbox.config.*` of a folder; undefined if there is none.
 *
 * @throws ConfigError
 */
export async function readConfigFile(
  file: string | undefined,
  folder = process.cwd(),
): Promise<ConfigFile | undefined> {
  const found = file ?? findIn(folder)
  if (found === undefined) return undefined
  const path = resolve(folder, found)
  if (!existsSync(path)) {
    throw new ConfigError(
      `--config ${found}: there is no such file in ${folder}. Correct the name, or leave it out.`,
    )
  }
  const { value, lineOf } = await contentOf(path, found)
  const at = (members: readonly string[]) => {
    const line = members.length === 0 ? undefined : lineOf(members)
    return line === undefined ? found : `${found}:${line}`
  }
  return {
    file: found,
    config: checkedConfig(value, at),
    placeOf: (members) =>
      isPresent(value, members) ? `${at(members)}: ${members.join('.')}` : undefined,
  }
}

function findIn(folder: string): string | undefined {
  const names = EXTENSIONS.map((extension) => `svc-sandbox.config.${extension}`)
  const [first, second] = names.filter((name) => existsSync(resolve(folder, name)))
  if (second === undefined) return first
  throw new ConfigError(
    `There are ${first} and ${second}. Keep one of them, or name one with --config.`,
  )
}

interface Content {
  value: unknown
  /** The line of a member; undefined in a program. */
  lineOf(path: readonly string[]): number | undefined
}

async function contentOf(path: string, file: string): Promise<Content> {
  const extension = /\.(\w+)$/.exec(basename(path))?.[1] ?? ''
  if (!EXTENSIONS.includes(extension)) {
    throw new ConfigError(`--config ${file} must end in ${EXTENSIONS.join(', ')}.`)
  }
  try {
    const text = readTextFile(path)
    const program = { lineOf: () => undefined }
    if (/^m?ts$/.test(extension)) return { value: await importTypeScript(path), ...program }
    if (/^m?js$/.test(extension)) return { value: await importDefault(path), ...program }
    return await parsed(text)
  } catch (error) {
    const [message] = (error as Error).message.split('\n')
    throw new ConfigError(`${file} cannot be read: ${message}`, { cause: error })
  }
}

async function parsed(text: string): Promise<Content> {
  const { lineOf, parseYaml, readYaml } = await import('../openapi/yaml.ts')
  // An empty file has no members.
  const value = parseYaml(text) ?? {}
  return { value, lineOf: (path) => lineOf(readYaml(text), path) }
}

function isPresent(value: unknown, path: readonly string[]): boolean {
  let found = value
  for (const name of path) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return false
    found = found[name]
  }
  return true
}

async function importDefault(path: string): Promise<unknown> {
  const { default: value } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
    default?: unknown
  }
  if (value !== undefined) return value
  throw new Error('it has no default export. Write export default { … }.')
}

/** The same of TypeScript, which Node reads since 22.18. */
async function importTypeScript(path: string): Promise<unknown> {
  try {
    return await importDefault(path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
    throw new Error(
      `Node ${process.versions.node} does not read TypeScript. Run it with Node 22.18 or newer, or write JavaScript (.mjs), JSON or YAML.`,
    )
  }
}

type Environment = Record<string, string | undefined>

/**
 * A copy of a value in which each `${NAME}` is the value of an environment variable; `place` is for messages. Throws
 * ConfigError for a variable that is not set or empty: CI passes a misspelt secret so.
 */
export function withVariables<T>(value: T, place: string, env: Environment = process.env): T {
  if (typeof value === 'string') return substituted(value, place, env) as T
  if (value === undefined) {
    throw new ConfigError(`${place} is undefined. Is a variable in it not set?`)
  }
  if (Array.isArray(value)) return value.map((item) => withVariables(item, place, env)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    withVariables(member, place.endsWith(':') ? `${place} ${name}` : `${place}.${name}`, env),
  ])
  return Object.fromEntries(entries)
}

function substituted(text: string, place: string, env: Environment): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = env[name]
    if (value !== undefined && value.trim() !== '') return value
    throw new ConfigError(
      `${place} needs the variable ${name}, which is ${value === undefined ? 'not set' : 'empty'}. Set it, or add it to .env.`,
    )
  })
}
