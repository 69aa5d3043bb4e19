import { expect, it } from 'vitest'
import type { components } from '../../../spec/generated/sandbox.ts'
import { controlOf } from '../../../test/support/control.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFile } from '../../../test/support/temporary.ts'

type Specification = components['schemas']['Specification']

async function specificationOf(options: Parameters<typeof startSandbox>[0] = {}) {
  const { status, body } = await controlOf(await startSandbox(options)).get('/specification')
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Specification
}

const overlayOf = (actions: object[]) => ({
  overlay: '1.0.0',
  info: { title: 'Staging', version: '2.0' },
  actions,
})

async function withOverlay(...actions: object[]) {
  return specificationOf({
    overlay: temporaryFile('staging.yaml', JSON.stringify(overlayOf(actions))),
  })
}

const operation = ({ operations }: Specification, id: string) =>
  operations.find((each) => each.id === id)

it('holds the facts of the ledger and the assumptions in their order', async () => {
  const { facts, assumptions, overlays } = await specificationOf()

  expect(facts.find(({ id }) => id === '1.5')).toMatchObject({
    section: '§1',
    operations: ['getRankings'],
    proof: 'contract',
  })
  expect(assumptions.map(({ number }) => number)).toEqual(assumptions.map((_, index) => index + 1))
  expect(assumptions[0]).toMatchObject({ target: '$', sections: ['§7', '§5.7'], changed_by: [] })
  expect(assumptions.every(({ description }) => !description.includes('\n'))).toBe(true)
  expect(overlays).toEqual([])
})

it('lists the operations of an assumption, including by reference', async () => {
  const { assumptions } = await specificationOf()
  const operationsAt = (target: string) =>
    assumptions.find((each) => each.target === target)?.operations

  expect(operationsAt("$.paths['/campaigns'].post")).toEqual(['createCampaign'])
  expect(operationsAt('$.components.schemas.Ranking')).toEqual(['getRankings'])
  expect(operationsAt('$.x-rate-limit-plans')).toEqual([])
})

it('lists the stated operations', async () => {
  const specification = await specificationOf()

  expect(operation(specification, 'listCampaigns')).toMatchObject({
    method: 'GET',
    path: '/campaigns',
    origin: 'stated',
  })
  expect(operation(specification, 'createWebhook')?.origin).toBe('assumed')
})

it('lists the stated members of answers, including those of lists and referenced records', async () => {
  const list = operation(await specificationOf(), 'listCampaigns')

  expect(list?.stated_members.success).toEqual(
    expect.arrayContaining([
      '/success',
      '/data',
      '/data/*/id',
      '/data/*/name',
      '/data/*/settings/location',
      '/message',
      '/meta',
      '/meta/timestamp',
      '/meta/version',
    ]),
  )
  expect(list?.stated_members.success).not.toContain('/data/*/status')
  expect(list?.stated_members.success).not.toContain('/meta/pagination')
  expect(list?.stated_members.failure).toEqual([
    '/success',
    '/error',
    '/error/code',
    '/error/message',
    '/error/details',
  ])
  expect(list?.stated_headers).toEqual([
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
  ])
})

it('shows the changes of each action of an overlay, and their assumptions', async () => {
  const { overlays, assumptions } = await withOverlay({
    target: '$.x-failures',
    description: 'Staging answers\n  403.',
    update: { missing_credential: { status: 403 }, 'x-note': 'seen' },
  })

  expect(overlays).toEqual([
    {
      file: 'staging.yaml',
      title: 'Staging',
      version: '2.0',
      actions: [
        {
          target: '$.x-failures',
          description: 'Staging answers 403.',
          changes: [
            { pointer: '/x-failures/missing_credential/status', before: 401, after: 403 },
            { pointer: '/x-failures/x-note', after: 'seen' },
          ],
          more_changes: 0,
        },
      ],
    },
  ])
  const changed = assumptions.filter(({ changed_by }) => changed_by.length > 0)
  expect(changed).toMatchObject([{ number: 1, changed_by: ['staging.yaml'] }])
})

it('no longer counts changed parts as stated', async () => {
  const specification = await withOverlay(
    { target: "$.paths['/campaigns'].get", update: { summary: 'All of them' } },
    { target: '$.components.schemas.Campaign.properties.id', update: { type: 'integer' } },
  )
  const list = operation(specification, 'listCampaigns')

  expect(list).toMatchObject({ summary: 'All of them', origin: 'overlay' })
  expect(list?.stated_members.success).toContain('/data/*/name')
  expect(list?.stated_members.success).not.toContain('/data/*/id')
})
