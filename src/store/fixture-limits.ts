import type { FixtureProblem, FixtureSource, Path } from './fixture-source.ts'

/** How much a fixture may hold that is sent to a running sandbox, which serves others meanwhile. */
export interface FixtureLimits {
  accounts: number
  /** Of an account each. */
  users: number
  keys: number
  /** Listed and generated together. */
  campaigns: number
  /** Of a campaign each. */
  keywords: number
  competitors: number
  /** Of all campaigns that are listed. */
  allKeywords: number
}

/** What is more than the limits allow, in a fixture that need not be sound otherwise; one problem for each list. */
export function limitProblems(source: FixtureSource, limits: FixtureLimits): FixtureProblem[] {
  const problems: FixtureProblem[] = []
  const refuse = (path: Path, count: number, what: string, most: number) => {
    if (count <= most) return
    problems.push(source.problem(path, `${count} ${what}; ${most} at most can be sent${WAY_OUT}`))
  }

  const accounts = listAt(source.value, 'accounts')
  refuse(['accounts'], accounts.length, 'accounts', limits.accounts)
  // To look into each of too many would take as long as they are many.
  if (problems.length > 0) return problems

  let keywords = 0
  for (const [index, account] of accounts.entries()) {
    const at = ['accounts', index]
    for (const kind of ['users', 'keys'] as const) {
      refuse([...at, kind], listAt(account, kind).length, kind, limits[kind])
    }
    const campaigns = listAt(account, 'campaigns')
    const generated = memberOf(account, 'generate_campaigns')
    const count = campaigns.length + (typeof generated === 'number' ? generated : 0)
    const isGenerated = count > campaigns.length
    const place = isGenerated ? 'generate_campaigns' : 'campaigns'
    const what = isGenerated ? 'campaigns, listed and generated' : 'campaigns'
    refuse([...at, place], count, what, limits.campaigns)
    if (problems.length > 0) return problems

    for (const [number, campaign] of campaigns.entries()) {
      keywords += listAt(campaign, 'keywords').length
      for (const kind of ['keywords', 'competitors'] as const) {
        const path = [...at, 'campaigns', number, kind]
        refuse(path, listAt(campaign, kind).length, kind, limits[kind])
      }
    }
  }
  refuse(['accounts'], keywords, 'keywords of all campaigns', limits.allKeywords)
  return problems
}

const WAY_OUT = '. Leave some out, or start a sandbox with a file that has them (--fixture)'

function listAt(value: unknown, name: string): unknown[] {
  const list = memberOf(value, name)
  return Array.isArray(list) ? list : []
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
