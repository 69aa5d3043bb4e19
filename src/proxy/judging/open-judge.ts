import { DEFAULTS, type Tokens } from '../../../contract-tests/http/settings.ts'
import { mergedDocument } from '../../openapi/load.ts'
import { packageVersion } from '../../package/package-root.ts'
import type { UpstreamParts } from '../../pipeline/upstream.ts'
import type { OnViolation } from '../judge.ts'
import type { ProxyConfig } from '../options.ts'
import { JudgeWorker } from './judge-worker.ts'

export interface JudgeOptions {
  /** The roles of known keys; those of others are inferred. */
  tokens?: Partial<Tokens> | undefined
  onViolation?: OnViolation | undefined
  /** Whether a report is made at the end. */
  reports?: boolean | undefined
}

/** The judge of what passes a proxy, by the document that its sandbox serves. */
export async function openJudge(
  { clock, log, current }: Pick<UpstreamParts, 'clock' | 'log' | 'current'>,
  { upstream, timeoutMs }: Pick<ProxyConfig, 'upstream' | 'timeoutMs'>,
  { tokens = {}, onViolation, reports }: JudgeOptions = {},
): Promise<JudgeWorker> {
  const packaged = await mergedDocument([], undefined)
  return new JudgeWorker({
    clock,
    log,
    document: () => {
      const { raw } = current().document
      return raw === packaged ? undefined : raw
    },
    settings: {
      ...DEFAULTS,
      baseUrl: upstream,
      timeoutMs,
      tokens,
      runId: 'traffic',
      version: packageVersion(),
    },
    onViolation,
    reports,
  })
}
