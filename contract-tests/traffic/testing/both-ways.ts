import { expect } from 'vitest'
import type { Evidence } from '../../evidence/evidence.ts'
import { sentCredential } from '../../http/credentials.ts'
import type { Credential, Exchange } from '../../http/exchange.ts'
import type { Settings } from '../../http/settings.ts'
import { runJourney } from '../../journey/journey.ts'
import type { Findings } from '../../learning/learn.ts'
import { changesOf } from '../../learning/overlay.ts'
import { type Mutation, startServer } from '../../self-test/server.ts'
import { settingsFor } from '../../self-test/suite.ts'
import { assumedDocument } from '../../specification/documents.ts'
import { findingsOf, judgeAll } from '../../verdicts.ts'
import { evidenceOf } from '../evidence.ts'
import type { Observed } from '../observed.ts'

function findings(evidence: Evidence): Findings {
  const startedAt = new Date().toISOString()
  return findingsOf(
    { evidence, verdicts: judgeAll(evidence), startedAt },
    { document: assumedDocument },
  )
}

/** The findings of a run about a server, and those of its traffic alone. */
export async function learnBothWays(
  mutation?: Mutation,
): Promise<{ run: Findings; traffic: Findings }> {
  const server = await startServer(mutation)
  try {
    const settings = {
      ...settingsFor(server),
      learn: true,
      maxRequests: 220,
      maxTotal: 300,
    }
    const { evidence, client } = await runJourney(settings, new AbortController().signal)
    const seen = observedOf(client.exchanges, settings)
    return {
      run: findings(evidence),
      traffic: learnFromTraffic(seen, settings),
    }
  } finally {
    await server.close()
  }
}

/** The findings from traffic, if no key is known. */
export function learnFromTraffic(observed: readonly Observed[], settings: Settings): Findings {
  const evidence = evidenceOf(observed, { ...settings, runId: 'proxy', tokens: {} })
  return findings(evidence)
}

/** Exchanges of a run as a proxy sees them: with keys in their headers, and without steps and credentials. */
export function observedOf(exchanges: readonly Exchange[], { tokens }: Settings): Observed[] {
  const counts = new Map<Credential, number>()
  return exchanges.map((exchange, index) => {
    const { transient: _, operation: __, credential, requestHeaders, ...rest } = exchange
    const turn = counts.get(credential) ?? 0
    counts.set(credential, turn + 1)
    const { authorization } = sentCredential(credential, tokens, turn)
    return {
      ...rest,
      credential: 'anonymous',
      requestHeaders: { ...requestHeaders, ...(authorization && { authorization }) },
      id: `req_${index}`,
      source: 'upstream',
      at: exchange.startedAt,
    }
  })
}

/** Expects that traffic teaches all that a run learns of a server, and nothing else. */
export async function expectSameLessons(mutation?: Mutation): Promise<void> {
  const { run, traffic } = await learnBothWays(mutation)

  expect(run.overlay.actions.length).toBeGreaterThan(10)
  expect(lessonsOf(traffic)).toEqual(lessonsOf(run))
}

/** The changes of each lesson, as text. */
export function lessonsOf({ overlay }: Findings): string[] {
  return overlay.actions.map((action) => changesOf([action]))
}
