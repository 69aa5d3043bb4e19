import type { Account } from '../accounts/account.ts'
import { accountShapeProblem } from './account-shape.ts'
import { StoreError } from './store-error.ts'

/** The content of `accounts/<id>.json`. */
export interface AccountFile {
  format: typeof FORMAT
  version: typeof VERSION
  account: Account
}

const FORMAT = 'svc-sandbox/account'
const VERSION = 1

const WAY_OUT =
  'Nothing was changed. Move the file away, or start with --data on another folder or with ' +
  '--ephemeral.'

/** The file's content for an account. */
export function accountFile(account: Account): AccountFile {
  return { format: FORMAT, version: VERSION, account }
}

/** Reads the content of a file; throws a StoreError that names `path` for any but a sound one. */
export function parseAccountFile(text: string, path: string): AccountFile {
  if (text.trim() === '') throw refusal(path, 'is empty')

  const content = parseJson(text, path)
  if (!hasFormat(content)) throw refusal(path, `is not an account of svc-sandbox (no ${FORMAT})`)

  if (content.version !== VERSION) {
    throw refusal(
      path,
      `has version ${JSON.stringify(content.version)} of the format, of which this release reads ` +
        `${VERSION} only; a newer release of svc-sandbox may have written it`,
    )
  }

  const problem = accountShapeProblem(content.account)
  if (problem) throw refusal(path, `is damaged: ${problem}`)

  return content as unknown as AccountFile
}

/** The StoreError for a file that can't be used as it is. */
export function refusal(path: string, problem: string, cause?: unknown): StoreError {
  return new StoreError(`${path} ${problem}. ${WAY_OUT}`, { cause })
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refusal(path, `is torn or not JSON (${(error as Error).message})`, error)
  }
}

function hasFormat(content: unknown): content is { version: unknown; account: unknown } {
  return (
    typeof content === 'object' &&
    content !== null &&
    'format' in content &&
    content.format === FORMAT &&
    'version' in content
  )
}
