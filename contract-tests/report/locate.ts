import { isNode, LineCounter, parseDocument, visit } from 'yaml'
import { sectionNumber } from './digest.ts'

/** What a contradiction concerns; the more is given, the nearer the line. */
export interface Target {
  fact?: string
  section: string
  operation?: string
}

/** The line, from 1, at which a document states what a target is about. */
export type Locate = (target: Target) => number

const schema = (name: string, property?: string) => [
  'components',
  'schemas',
  name,
  ...(property ? ['properties', property] : []),
]
const header = (name: string) => ['components', 'headers', name]

/**
 * Where each fact stands that is not of one operation: in the envelope, the headers or a schema that
 * many share. The others are found by their operation.
 */
export const PLACES: Record<string, string[]> = {
  '1.3': schema('Success'),
  '2.1': schema('CampaignInput', 'name'),
  '2.2': schema('CampaignInput', 'name'),
  '2.3': schema('CampaignInput', 'type'),
  '2.4': schema('CampaignInput', 'type'),
  '2.5': schema('CampaignInput', 'type'),
  '2.6': schema('CampaignInput', 'keywords'),
  '2.7': schema('CampaignInput', 'keywords'),
  '2.8': schema('CampaignInput', 'frequency'),
  '2.9': schema('CampaignInput', 'frequency'),
  '2.10': schema('CampaignInput', 'frequency'),
  '2.11': schema('CampaignInput', 'settings'),
  '2.12': schema('CampaignInput', 'settings'),
  '2.13': schema('CampaignSettings', 'location'),
  '2.14': schema('CampaignSettings', 'device'),
  '2.15': schema('CampaignSettings', 'search_engine'),
  '2.16': schema('Campaign', 'id'),
  '2.18': schema('CampaignInput', 'name'),
  '2.19': schema('CampaignInput', 'type'),
  '2.20': schema('CampaignInput', 'keywords'),
  '2.21': schema('CampaignInput', 'frequency'),
  '2.22': schema('CampaignInput', 'settings'),
  '2.23': schema('Campaign'),
  '2.24': schema('Ranking', 'keyword'),
  '2.25': schema('Ranking', 'position'),
  '2.33': schema('Mention'),
  '2.44': schema('Report', 'download_url'),
  '2.52': schema('TokenVerification', 'permissions'),
  '2.56': schema('TokenVerification', 'key_id'),
  '2.57': schema('TokenVerification', 'account_id'),
  '2.58': schema('TokenVerification', 'key_id'),
  '4.6': schema('Success', 'success'),
  '4.7': schema('Success', 'data'),
  '4.8': schema('Success', 'message'),
  '4.9': schema('Success', 'meta'),
  '4.10': schema('Meta', 'timestamp'),
  '4.11': schema('Meta', 'timestamp'),
  '4.12': schema('Meta', 'version'),
  '4.32': schema('TokenVerification', 'key_id'),
  '4.33': schema('TokenVerification', 'account_id'),
  '4.34': schema('TokenVerification', 'permissions'),
  '4.36': schema('TokenVerification', 'rate_limit'),
  '4.37': schema('RateLimit', 'limit'),
  '4.38': schema('RateLimit', 'remaining'),
  '7.1': schema('Failure', 'success'),
  '7.2': schema('Failure', 'error'),
  '7.3': schema('Error', 'code'),
  '7.4': schema('Error', 'message'),
  '7.5': schema('Error', 'details'),
  '7.6': schema('ErrorCode'),
  '8.8': header('X-RateLimit-Limit'),
  '8.9': header('X-RateLimit-Limit'),
  '8.10': header('X-RateLimit-Remaining'),
  '8.11': header('X-RateLimit-Remaining'),
  '8.12': header('X-RateLimit-Reset'),
  '8.13': header('X-RateLimit-Reset'),
  '8.14': header('X-RateLimit-Remaining'),
  '8.15': header('X-RateLimit-Remaining'),
  '8.16': header('X-RateLimit-Reset'),
  '9.1': schema('Meta', 'version'),
}

/** Where to look when neither the fact nor the operation is known. */
const SECTION_PLACES: Record<string, string[]> = {
  '5': ['components', 'securitySchemes', 'bearerAuth'],
  '7': schema('Failure'),
}

/** Reads `spec/openapi.yaml` once; a target that it does not hold is at line 1. */
export function locator(yaml: string): Locate {
  const lines = linesOf(yaml)
  return ({ fact, section, operation }) =>
    lines.places.get(path(PLACES[fact ?? ''])) ??
    lines.operations.get(operation ?? '') ??
    lines.places.get(path(SECTION_PLACES[sectionNumber(section)])) ??
    1
}

/** The line of every key, by its path, and of every operation, by its operationId. */
function linesOf(yaml: string) {
  const lineCounter = new LineCounter()
  const places = new Map<string, number>()
  const operations = new Map<string, number>()
  visit(parseDocument(yaml, { lineCounter }), {
    Pair(_, pair, ancestors) {
      if (!isNode(pair.key) || !pair.key.range) return
      const { line } = lineCounter.linePos(pair.key.range[0])
      const above = ancestors.flatMap((node) => ('key' in node ? [String(node.key)] : []))
      places.set(path([...above, String(pair.key)]), line)
      if (String(pair.key) === 'operationId') operations.set(String(pair.value), line)
    },
  })
  return { places, operations }
}

function path(keys: string[] = []): string {
  return keys.join('\n')
}
