import { exchangesHarOf } from '../../../contract-tests/learning/har.ts'
import type { Findings } from '../../../contract-tests/learning/learn.ts'
import type { RunResult } from '../../../contract-tests/report/result.ts'
import type { Observed } from '../../../contract-tests/traffic/observed.ts'
import { redactEntry, strikeEntry } from '../cassette/redact-entry.ts'
import { Vault } from '../cassette/vault.ts'

/** Findings with evidence that is as free of secrets as a cassette: an app has more of them than a run. */
export function withRedactedArchive(findings: Findings): Findings {
  const { har, ...others } = findings
  const { log } = har
  const vault = new Vault()
  const redacted = log.entries.map((entry) => redactEntry(entry, vault))
  // A later entry may show that a text of an earlier one is a secret.
  const entries = redacted.map((entry) => strikeEntry(entry, vault))
  return { ...others, har: { log: { ...log, entries } } }
}

/** A result without the secrets of the exchanges that it may show. Its texts are parts of theirs. */
export function withoutSecretsOf(result: RunResult, exchanges: Observed[]): RunResult {
  if (result.checks.every(({ failures }) => failures.length === 0)) return result
  const settings = { tokens: { main: '' }, version: result.tool.version }
  const { log } = exchangesHarOf(exchanges, settings, result.startedAt)
  const vault = new Vault()
  for (const entry of log.entries) redactEntry(entry, vault)
  return strikeEntry(result, vault)
}
