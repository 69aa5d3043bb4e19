import type { Campaign } from '../accounts/campaign.ts'
import type { Random } from './random.ts'
import { CAMPAIGN } from './sandbox.ts'

const HEADERS = { Authorization: 'Bearer svc_test_demo', 'Content-Type': 'application/json' }

/** A change that was asked for and never answered: it may have happened or not. */
export interface Doubt {
  method: 'POST' | 'PUT' | 'DELETE'
  /** Undefined for a creation. */
  id: string | undefined
  name: string
}

/** What a server was told to keep, by its own answers. */
export class Ledger {
  readonly kept = new Map<string, Campaign>()
  readonly deleted = new Set<string>()
  readonly doubts: Doubt[] = []
  /** Answers other than the one that was due, or broken off in the middle. */
  readonly faults: string[] = []
  acknowledged = 0
}

/**
 * Creates, changes and deletes campaigns by `writers` at a time until the server is gone. Each writer
 * changes its own campaigns only, so that their order is known. `onAnswer` hears how many were acknowledged.
 */
export async function writeCampaigns(
  url: string,
  ledger: Ledger,
  random: Random,
  { writers, onAnswer }: { writers: number; onAnswer: (acknowledged: number) => void },
): Promise<void> {
  const own = Array.from({ length: writers }, (): string[] => [])
  for (const [n, id] of [...ledger.kept.keys()].entries()) own[n % writers]?.push(id)

  await Promise.all(
    own.map(async (ids) => {
      while (await changeOne(url, ledger, random, ids)) onAnswer(++ledger.acknowledged)
    }),
  )
}

/** Every campaign of the account, by id. */
export async function readCampaigns(url: string): Promise<Map<string, Campaign>> {
  const found = new Map<string, Campaign>()
  for (;;) {
    const page = await fetch(`${url}/campaigns?limit=1000&offset=${found.size}`, {
      headers: HEADERS,
    })
    const { data, meta } = (await page.json()) as {
      data: Campaign[]
      meta: { pagination: { has_more: boolean } }
    }
    for (const campaign of data) found.set(campaign.id, campaign)
    if (!meta.pagination.has_more) return found
  }
}

/** Whether the change was answered. */
async function changeOne(
  url: string,
  ledger: Ledger,
  random: Random,
  ids: string[],
): Promise<boolean> {
  const method = ids.length === 0 ? 'POST' : random.pick(['POST', 'PUT', 'PUT', 'DELETE'] as const)
  const id = method === 'POST' ? undefined : random.pick(ids)
  const name = `Campaign ${random.below(1_000_000)}`
  const change = { method, id, name }
  let response: Response
  try {
    response = await fetch(`${url}/campaigns${id === undefined ? '' : `/${id}`}`, {
      method,
      headers: HEADERS,
      body: method === 'DELETE' ? null : JSON.stringify({ ...CAMPAIGN, name }),
    })
  } catch {
    ledger.doubts.push(change)
    return false
  }
  try {
    const { data } = (await response.json()) as { data: Campaign }
    if (!response.ok) ledger.faults.push(`${method} answered with ${response.status}`)
    else note(ledger, change, data, ids)
  } catch (error) {
    ledger.doubts.push(change)
    ledger.faults.push(`${method} was answered in part: ${error}`)
    return false
  }
  return true
}

function note(ledger: Ledger, { method, id }: Doubt, data: Campaign, ids: string[]): void {
  if (method === 'DELETE') {
    ledger.kept.delete(id as string)
    ledger.deleted.add(id as string)
    ids.splice(ids.indexOf(id as string), 1)
  } else {
    ledger.kept.set(data.id, data)
    if (method === 'POST') ids.push(data.id)
  }
}
