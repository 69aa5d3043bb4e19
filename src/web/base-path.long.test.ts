import { describe, it } from 'vitest'
import { expectConsoleBehind, expectDocsBehind } from '../../test/support/base-path-journeys.ts'

const BROWSER = { timeout: 60_000 }

// `npm test` has a proxy that strips it.
describe('behind a proxy that keeps the prefix', BROWSER, () => {
  it('shows the console, and changes from elsewhere as they happen', () =>
    expectConsoleBehind({ strips: false }))

  it('tries operations in the docs, and opens the guide from there', () =>
    expectDocsBehind({ strips: false }))
})
