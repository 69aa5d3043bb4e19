import { describe, expect, it } from 'vitest'
import { by, changed, data, succeeded } from '../../contract-tests/self-test/mutations.ts'
import { type Mutation, startServer } from '../../contract-tests/self-test/server.ts'
import { everyNth } from '../../contract-tests/self-test/suite.ts'
import { VARIATIONS } from '../../contract-tests/self-test/variations.ts'
import { driftTo, learnedBefore } from '../../test/support/drift.ts'
import { runCommand } from '../../test/support/processes/commands.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

const creating = (status: number): Mutation =>
  changed(by('createCampaign'), succeeded, (answer) => {
    answer.status = status
  })

describe('driftOf', () => {
  it('finds that a server went back to our assumptions', async () => {
    const { text, isBreaking } = await driftTo(creating(201), await learnedBefore(creating(202)))

    expect(text).toContain('✘ success status 202 → 201 (breaking)')
    expect(isBreaking).toBe(true)
  })

  it('does not report what this run did not see', async () => {
    const baseline = await learnedBefore(creating(202))

    const { text, isBreaking } = await driftTo(creating(201), baseline, { readOnly: true })

    expect(text).toContain('No differences')
    expect(text).toMatch(/Not compared: \d+ parts of its behaviour that could not be learned/)
    expect(isBreaking).toBe(false)
  })

  it('breaks no client with a new member', async () => {
    const more: Mutation = changed(
      by('verifyToken'),
      succeeded,
      data((found) => ({ ...found, plan: 'Starter' })),
    )

    const { text, isBreaking } = await driftTo(more, await learnedBefore())

    expect(text).toContain('· response member data.plan added')
    expect(isBreaking).toBe(false)
  })

  it.each(everyNth(30, VARIATIONS))(
    'finds nothing where nothing changed: $name',
    async ({ mutation }) => {
      const { text } = await driftTo(mutation, await learnedBefore(mutation))

      expect(text).toContain('No differences')
    },
  )
})

describe('svc-sandbox check --compare', () => {
  it('exits with 1 for a change that breaks clients, and with 0 without any', async () => {
    const folder = temporaryFolder()
    const check = async (mutation: Mutation, ...options: string[]) => {
      const server = await startServer(mutation)
      const { main, restricted } = server.tokens
      const keys = ['--token', main, '--restricted-token', restricted]
      const ending = await runCommand(['check', server.baseUrl, ...keys, ...options], {
        cwd: folder,
      })
      await server.close()
      return ending
    }
    await check(creating(202), '--learn', 'staging.overlay.yaml')

    const same = await check(creating(202), '--compare', 'staging.overlay.yaml')
    const other = await check(creating(201), '--compare', 'staging.overlay.yaml')

    expect(same.stdout).toContain('No differences between staging.overlay.yaml and http://')
    expect(same.code).toBe(0)
    expect(other.stdout).toContain('✘ success status 202 → 201 (breaking)')
    expect(other.code).toBe(1)
  }, 120_000)
})
