import type { JsonObject } from '../schema/json.ts'
import { type Differences, Findings } from './findings.ts'
import { compareOperation } from './operations.ts'
import { type Pair, pairOf, readOperations, readWebhooks, Source, Unchanged } from './pairs.ts'
import { compareRoots } from './roots.ts'

/**
 * How two OpenAPI documents (3.0 or 3.1) differ for a client that was written for the first. Descriptions,
 * examples, the order of members and the origin of a statement make no difference.
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
  const webhooks = pairOf(readWebhooks(sources.before), readWebhooks(sources.after))
  for (const each of [...operations, ...webhooks]) {
    compareOperation(each, sources, findings.of(nameOf(each)))
  }
  const shared = operations.filter((each) => each.before && each.after).map(nameOf)
  return { list: findings.list(), shared }
}

function nameOf({ before, after }: Pair): string {
  return (before ?? after)?.name as string
}
