import type { FuzzResult } from '../../contract-tests/fuzz/replay.ts'
import { type FuzzSettings, fuzz } from '../../contract-tests/fuzz/run.ts'
import { DEFAULTS } from '../../contract-tests/http/settings.ts'
import { createSandbox } from '../../src/index.ts'

const FIXTURE = new URL('fuzz.fixture.yaml', import.meta.url).pathname

/** Fuzzes a sandbox of its own, which holds each of its responses against its document. */
export async function fuzzSandbox(
  run: Pick<FuzzSettings, 'cases' | 'seed'>,
  onExchange?: () => void,
): Promise<FuzzResult> {
  const sandbox = await createSandbox({
    log: 'silent',
    fixture: FIXTURE,
    ephemeral: true,
    validateResponses: true,
  })
  try {
    return await fuzz(
      {
        ...DEFAULTS,
        baseUrl: sandbox.url,
        tokens: {
          main: 'svc_test_fuzz',
          restricted: 'svc_restricted_fuzz',
          other: 'svc_test_otherfuzz',
        },
        maxRequests: Number.POSITIVE_INFINITY,
        maxTotal: Number.POSITIVE_INFINITY,
        runId: 'svc-fuzz-sandbox',
        version: '0.0.0',
        ...run,
      },
      onExchange && { onExchange },
    )
  } finally {
    await sandbox.close()
  }
}
