import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  expectAccessible,
  openPage,
  openSharedPage,
  type WatchedPage,
} from '../../../../test/support/browser.ts'
import {
  startSandbox,
  startSharedSandbox,
  type TestSandbox,
} from '../../../../test/support/sandbox.ts'
import { temporaryFile } from '../../../../test/support/temporary.ts'

const TIMEOUT = { timeout: 60_000 }

// The screen changes nothing: tests of the document as it is packaged share one page.
let sandbox: TestSandbox
let shared: Awaited<ReturnType<typeof openSharedPage>>
beforeAll(async () => {
  sandbox = await startSharedSandbox()
  shared = await openSharedPage(addressOf(sandbox))
})
afterAll(async () => {
  await shared.close()
  await sandbox.close()
})

const addressOf = ({ port }: TestSandbox, hash = '') =>
  `http://127.0.0.1:${port}/#/specification${hash}`

async function openSpecification(hash = '') {
  await shared.watched.page.goto(addressOf(sandbox, hash))
  return shown(shared.watched)
}

async function openWithOverlay(hash = '', context: Parameters<typeof openPage>[1] = {}) {
  const served = await startSandbox({ overlay: overlay() })
  return shown(await openPage(addressOf(served, hash), context))
}

async function shown(opened: WatchedPage): Promise<WatchedPage> {
  await opened.page.getByRole('heading', { name: 'Specification', level: 1 }).waitFor()
  return opened
}

const overlay = () =>
  temporaryFile(
    'staging.overlay.yaml',
    JSON.stringify({
      overlay: '1.0.0',
      info: { title: 'How staging differs', version: '2.0' },
      actions: [
        {
          target: "$['x-failures'].invalid_input",
          description: 'Seen on staging. Invalid input is answered with 422.',
          update: { status: 422 },
        },
      ],
    }),
  )

describe('the specification screen', TIMEOUT, () => {
  it('shows facts next to assumptions, by section', async () => {
    const { page, offences } = await openSpecification()

    const errors = page.getByRole('region', { name: '§7 Errors' })
    const stated = errors.getByRole('listitem').filter({ hasText: 'proof: contract' })
    await stated.filter({ hasText: 'A failure has success, the boolean false.' }).first().waitFor()
    await errors.getByText('§7 shows neither the HTTP status of an error').waitFor()
    const left = await stated.first().boundingBox()
    const right = await errors.getByText('§7 shows neither').boundingBox()

    expect(right?.x).toBeGreaterThan(left?.x ?? 0)
    expect(offences).toEqual([])
  })

  it('says why no check proves a fact', async () => {
    const { page } = await openSpecification('?text=HTTPS&section=1')

    const fact = page.getByRole('listitem').filter({ hasText: 'Requests go to {base_url}' })

    await fact.getByText('proof: none').waitFor()
    await fact.getByText('It binds the sender of the request').waitFor()
  })

  it('searches by words and operation, and keeps both in the address', async () => {
    const { page } = await openSpecification()

    await page.getByLabel('Search').fill('zeppelin')
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('exportCsv')
    await page.getByText('No statements match').waitFor()
    await page.getByLabel('Search').fill('csv')
    await page.getByText('exports data as CSV').first().waitFor()

    expect(page.url()).toContain('text=csv&operation=exportCsv')
    expect(await page.getByRole('region', { name: '§6 Events' }).count()).toBe(0)
  })

  it('shows the stated members and the assumptions of one operation', async () => {
    const { page, offences } = await openSpecification('?view=operations')

    await page.getByRole('link', { name: 'verifyToken' }).click()
    await page.getByRole('heading', { name: 'GET /auth/verify' }).waitFor()

    await page.getByText('data.rate_limit.remaining', { exact: true }).waitFor()
    await page.getByText('x-ratelimit-reset', { exact: true }).waitFor()
    const general = page.getByRole('region', { name: 'Every operation' })
    await general.getByRole('heading', { name: 'Every operation' }).click()
    await general.getByText('A failure has success, the boolean false.').waitFor()
    await page.goto(page.url().replace('verifyToken', 'createAlert'))
    await page.getByText('it is assumed').waitFor()
    expect(offences).toEqual([])
  })

  it('shows the changes of an overlay, and the assumptions that it changes', async () => {
    const { page, offences } = await openWithOverlay()

    await page.getByText('changed by staging.overlay.yaml').first().waitFor()
    await page.getByRole('link', { name: 'Changed by --overlay (1)' }).click()
    const file = page.getByRole('region', { name: 'staging.overlay.yaml' })
    await file.getByText('Invalid input is answered with 422.').waitFor()
    const change = file.getByRole('group', { name: 'Change of /x-failures/invalid_input/status' })

    expect(await change.getByLabel('Before').innerText()).toBe('400')
    expect(await change.getByLabel('After').innerText()).toBe('422')
    expect(offences).toEqual([])
  })

  it('says how to use an overlay, and offers the document for download', async () => {
    const { page } = await openSpecification('?view=overlays')

    await page.getByText('npx svc-sandbox serve --overlay staging.overlay.yaml').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the document' }).click(),
    ])

    expect(download.suggestedFilename()).toBe('openapi.json')
  })

  it('is accessible at 390 px, in both themes', async () => {
    const opened = await openWithOverlay('?section=7', { viewport: { width: 390, height: 844 } })
    const { page } = opened

    for (const hash of ['?section=7', '/createCampaign', '?view=operations', '?view=overlays']) {
      await page.goto(page.url().replace(/#.*/, `#/specification${hash}`))
      await page.locator('main .panel').first().waitFor()
      await expectAccessible(opened)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    }
    expect(opened.offences).toEqual([])
  })
})
