import { randomBytes } from 'node:crypto'
import { digest } from '../../../contract-tests/report/digest.ts'
import { markdownReport } from '../../../contract-tests/report/markdown.ts'
import { runSuite } from '../../../contract-tests/run.ts'
import { camelCase } from '../../config/sources.ts'
import { ConfigError } from '../../config.ts'
import { packageVersion } from '../../package/package-root.ts'
import { type CheckFlags, readSettings } from '../check-settings.ts'

const text = (description: string) => ({ type: 'string', description })

/** The contract suite as a tool: `svc-sandbox check` without its files. */
export const CHECK_TOOL = {
  name: 'check',
  description:
    'Check whether a server implements the API as its specification states: sends about 135 requests, creates and ' +
    'deletes resources with the given keys, and returns a Markdown report with a command for each failure.',
  inputSchema: {
    type: 'object' as const,
    properties: {
      base_url: text(
        'root of the API, such as https://staging.example/api (default: this sandbox)',
      ),
      token: text(
        'key with all permissions, for tests (default: svc_test_demo, for this sandbox only)',
      ),
      restricted_token: text('key with few permissions'),
      limited_token: text('key with a limit of at most 10 requests; the run uses it up'),
      revoked_token: text('deleted key'),
      other_token: text('key of another account'),
      read_only: { type: 'boolean', description: 'send nothing that could change the server' },
      only: {
        type: 'array',
        items: { type: 'string' },
        description: 'facts, sections (§4) or operations to check, such as listCampaigns',
      },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
}

/** The keys of the demo fixture, for a check of the sandbox itself. */
const DEMO_KEYS: CheckFlags = {
  token: 'svc_test_demo',
  restrictedToken: 'svc_restricted_readonly',
  limitedToken: 'svc_test_limited',
  revokedToken: 'svc_test_revoked',
}

/**
 * Runs the suite, and resolves with its report in Markdown. Rejects with a ConfigError for a wrong input, and if the
 * server cannot be checked.
 */
export async function check(
  input: Readonly<Record<string, unknown>>,
  ownApi: string,
  signal: AbortSignal,
): Promise<string> {
  const isOwn = input.base_url === undefined && input.token === undefined
  const given = Object.entries(input)
    .filter(([name]) => Object.hasOwn(CHECK_TOOL.inputSchema.properties, name))
    .map(([name, value]) => [camelCase(name.replaceAll('_', '-')), value])
  const flags: CheckFlags = {
    ...(isOwn && DEMO_KEYS),
    baseUrl: ownApi,
    ...Object.fromEntries(given),
  }
  const runId = `svc-check-${randomBytes(5).toString('hex')}`
  const settings = readSettings(flags, { runId, version: packageVersion() })
  const { result } = await runSuite(settings, { signal })
  if (result.outcome === 'could_not_run') {
    throw new ConfigError(`The check could not run: ${result.reason}`)
  }
  return markdownReport(digest(result))
}
