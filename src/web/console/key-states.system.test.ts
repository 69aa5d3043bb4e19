import { expect, it } from 'vitest'
import { expectAccessible, openPage } from '../../../test/support/browser.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'

const SLOW = { timeout: 60_000 }

it('shows that live keys are refused and need no rotation', SLOW, async () => {
  const sandbox = await startSandbox()
  sandbox.advance({ days: 100 })
  const { page, offences } = await openPage(`http://127.0.0.1:${sandbox.port}/#/keys`)
  const rows = page.getByRole('row')
  const live = rows.filter({ has: page.getByRole('link', { name: 'Live key', exact: true }) })
  await live.getByText('refused here').waitFor()

  expect(await live.innerText()).not.toMatch(/active|rotation due/)
  const due = await rows.filter({ hasText: 'rotation due' }).count()
  expect(due).toBeGreaterThan(1)
  const notice = page.getByRole('region', { name: `${due} keys are due for rotation` })
  const title = await notice.getByRole('heading').boundingBox()
  const text = await notice.getByText('Replace keys every 90 days').boundingBox()
  expect(text?.x).toBe(title?.x)
  expect(text?.y).toBeGreaterThan(title?.y ?? Number.POSITIVE_INFINITY)
  await expectAccessible({ page })

  await live.getByRole('link').click()
  await page.getByRole('region', { name: 'The key' }).getByText('refused here').waitFor()
  expect(await page.getByText('due for rotation').count()).toBe(0)
  expect(offences).toEqual([])
})
