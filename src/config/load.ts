import { existsSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ConfigError } from '../config.ts'
import type { SandboxConfig } from './config-file.ts'
import { checkedConfig } from './members.ts'

/** What `svc-sandbox.config` may end in. */
export const EXTENSIONS = ['json', 'yaml', 'yml', 'ts', 'mts', 'js', 'mjs']

export interface ConfigFile {
  /** As messages name it. */
  file: string
  config: SandboxConfig
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
  if (!existsSync(path)) throw new ConfigError(`--config ${found} does not exist.`)
  return { file: found, config: checkedConfig(await contentOf(path, found), found) }
}

function findIn(folder: string): string | undefined {
  const names = EXTENSIONS.map((extension) => `svc-sandbox.config.${extension}`)
  const [first, second] = names.filter((name) => existsSync(resolve(folder, name)))
  if (second === undefined) return first
  throw new ConfigError(
    `There are ${first} and ${second}. Keep one of them, or name one with --config.`,
  )
}

async function contentOf(path: string, file: string): Promise<unknown> {
  const extension = /\.(\w+)$/.exec(basename(path))?.[1] ?? ''
  if (!EXTENSIONS.includes(extension)) {
    throw new ConfigError(`--config ${file} must end in ${EXTENSIONS.join(', ')}.`)
  }
  try {
    if (extension === 'ts' || extension === 'mts') return await importTypeScript(path)
    if (extension === 'js' || extension === 'mjs') return await importDefault(path)
    const { parseYaml } = await import('../openapi/yaml.ts')
    // An empty file has no members.
    return parseYaml(readFileSync(path, 'utf8')) ?? {}
  } catch (error) {
    const [message] = (error as Error).message.split('\n')
    throw new ConfigError(`${file} cannot be read: ${message}`, { cause: error })
  }
}

async function importDefault(path: string): Promise<unknown> {
  const module: { default?: unknown } = await import(pathToFileURL(path).href)
  return exported(module.default)
}

/** Node 20 does not read TypeScript. */
async function importTypeScript(path: string): Promise<unknown> {
  const { createJiti } = await import('jiti/static')
  const jiti = createJiti(path, { fsCache: false, moduleCache: false, interopDefault: false })
  const module = await jiti.import<{ default?: unknown }>(path)
  return exported(module.default)
}

function exported(value: unknown): unknown {
  if (value !== undefined) return value
  throw new Error('it has no default export. Write export default { … }.')
}
