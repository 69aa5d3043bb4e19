import type { Findings } from '../../../contract-tests/learning/learn.ts'
import { redactEntry, strikeEntry } from '../cassette/redact-entry.ts'
import { Vault } from '../cassette/vault.ts'

type Entry = Parameters<typeof redactEntry>[0]

/** What was learned, with evidence that is as free of secrets as a cassette: an app has more of them than a run. */
export function withRedactedArchive(findings: Findings): Findings {
  const { log } = findings.har as { log: { entries: Entry[] } }
  const vault = new Vault()
  const redacted = log.entries.map((entry) => redactEntry(entry, vault))
  // A later entry may show that a text of an earlier one is a secret.
  const entries = redacted.map((entry) => strikeEntry(entry, vault))
  return { ...findings, har: { log: { ...log, entries } } }
}
