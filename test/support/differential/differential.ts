import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { Settings } from '../../../contract-tests/http/settings.ts'
import { overlayText } from '../../../contract-tests/learning/overlay.ts'
import { runSuite } from '../../../contract-tests/run.ts'
import { settingsFor } from '../../../contract-tests/self-test/suite.ts'
import { createSandbox } from '../../../src/index.ts'
import { portray, type Sent } from './client.ts'
import { type Comparison, differencesOf } from './difference.ts'

/** A server to learn from; `rows` are the campaigns of the account, `permissions` those of the restricted key. */
export interface Original {
  baseUrl: string
  tokens: Record<'main' | 'restricted' | 'limited' | 'revoked', string>
  rows: number
  permissions?: string[]
}

/** The budget of `svc-sandbox learn`. */
export const LEARNING = { learn: true, maxRequests: 110, maxTotal: 190 }
/** The budget of `svc-sandbox learn --max-requests 300`. */
export const THOROUGH = { learn: true, maxRequests: 300, maxTotal: 350 }

/** Learns from a server, serves its replica, and sends the requests of the differential client to both. */
export async function differential(
  original: Original,
  budget: Partial<Settings> = LEARNING,
): Promise<Comparison & { overlay: string }> {
  const { findings, result } = await runSuite({ ...settingsFor(original), ...budget })
  if (!findings) throw new Error(`Nothing could be learned: ${result.reason}`)
  const overlay = overlayText(findings.overlay, 'learned.overlay.har')
  const sandbox = await portrayReplica(overlay, original)
  const server = await portray(original)
  return { ...differencesOf(server, sandbox, findings.notLearned), overlay }
}

async function portrayReplica(overlay: string, original: Original): Promise<Sent[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-differential-'))
  const file = join(folder, 'learned.overlay.yaml')
  const fixture = join(folder, 'account.yaml')
  writeFileSync(file, overlay)
  writeFileSync(fixture, stringify(await accountLike(original)))
  try {
    const sandbox = await createSandbox({
      overlay: [file],
      fixture,
      ephemeral: true,
      log: 'silent',
      validateResponses: false,
    })
    try {
      return await portray({ baseUrl: sandbox.url, tokens: TOKENS })
    } finally {
      await sandbox.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const TOKENS = {
  main: 'svc_test_demo',
  restricted: 'svc_restricted_readonly',
  revoked: 'svc_test_revoked',
}

/** An account with as many campaigns as the server has. */
async function accountLike(original: Original) {
  const { rows, permissions = ['campaigns:read', 'rankings:read'] } = original
  const settings = await settingsOf(original)
  const campaigns = Array.from({ length: rows }, (_, index) => ({
    name: `Campaign ${index + 1}`,
    type: 'serp',
    keywords: ['alpha', `beta ${index + 1}`],
    frequency: 'daily',
    ...settings[(rows - 1 - index) % settings.length],
    since: '-60d',
  }))
  return {
    accounts: [
      {
        id: 'acc_demo',
        plan: 'Professional',
        users: [{ email: 'demo@example.com', password: 'demo-password' }],
        keys: [
          { token: TOKENS.main },
          { token: TOKENS.restricted, permissions: permissions.filter(isServed), rate_limit: 500 },
          { token: TOKENS.revoked, revoked: '-1d' },
        ],
        campaigns,
      },
    ],
  }
}

/** A resource cannot be a star. */
function isServed(permission: string): boolean {
  return !permission.startsWith('*:')
}

/** The settings of its campaigns, which are optional, in the order of its list. The sandbox lists the last one first. */
async function settingsOf({ baseUrl, tokens }: Original): Promise<object[]> {
  const headers = { authorization: `Bearer ${tokens.main}` }
  const text = await (await fetch(`${baseUrl}/campaigns`, { headers })).text()
  const rows = text.split(/"keywords"/).slice(1)
  const found = rows.map((row) => {
    const [, settings] = /"settings"\s*:\s*(\{[^}]*\})/.exec(row) ?? []
    if (settings === undefined) return {}
    const { location, device, search_engine } = JSON.parse(settings)
    const known = Object.entries({ location, device, search_engine })
    return { settings: Object.fromEntries(known.filter(([, value]) => typeof value === 'string')) }
  })
  return found.length > 0 ? found : [{}]
}
