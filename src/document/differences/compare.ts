import type { JsonObject } from '../json.ts'
import type { Differences } from './difference.ts'
import { Findings } from './findings.ts'
import { type Pair, pairOf, readOperations, readWebhooks } from './operation-view.ts'
import { compareOperation, compareWebhook } from './operations.ts'
import { compareRoots } from './roots.ts'
import { Source } from './source.ts'
import { Unchanged } from './unchanged.ts'

/**
 * What two OpenAPI documents (3.0 or 3.1) differ in, told from the side of a client that was written for the first.
 * Words for people, examples, the order of members and where a statement comes from are no differences.
 *
 * @throws DocumentError for a reference that leads nowhere, out of its document or to itself.
 */
export function differencesOf(before: JsonObject, after: JsonObject): Differences {
  const findings = new Findings()
  const sources = {
    before: new Source(before),
    after: new Source(after),
    unchanged: new Unchanged(before, after),
  }
  compareRoots(before, after, findings.of())
  const operations = pairOf(readOperations(sources.before), readOperations(sources.after))
  for (const each of operations) {
    const name = (each.before ?? each.after)?.name as string
    compareOperation(each, sources, findings.of(name))
  }
  const webhooks = pairOf(readWebhooks(sources.before), readWebhooks(sources.after))
  for (const each of webhooks) {
    const name = (each.before ?? each.after)?.name as string
    compareWebhook(each, sources, findings.of(name))
  }
  const isShared = ({ before: one, after: other }: Pair) => one !== undefined && other !== undefined
  const shared = operations.filter(isShared).map(({ before: one }) => one?.name as string)
  return { list: findings.list(), shared }
}
