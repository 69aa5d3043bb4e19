import { expect } from 'vitest'
import { openPage } from './browser.ts'
import { countClicks } from './clicks.ts'

/**
 * A session with the console of a sandbox, at the address `url`, in three tabs: each holds an account of its own, through a
 * reload.
 */
export async function expectAccountsInTabs(url: string): Promise<void> {
  const { page: one, offences } = await openPage(`${url}#/keys`)
  const accountOf = (page: typeof one) =>
    page.getByRole('combobox', { name: 'Account' }).inputValue()
  await one.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor()
  const two = await one.context().newPage()
  await two.goto(url)
  await two.getByRole('combobox', { name: 'Account' }).waitFor()
  const clicks = await countClicks(two)
  await two.getByRole('combobox', { name: 'Account' }).selectOption('acc_enterprise')
  await two.getByRole('link', { name: 'Faults' }).click()
  expect(await clicks()).toBe(2)
  await two.getByRole('heading', { level: 1, name: 'Faults' }).waitFor()

  await one.reload()
  await one.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor()

  expect(await accountOf(one)).toBe('acc_demo')
  expect(one.url()).toBe(`${url}#/keys?account=acc_demo`)
  expect(two.url()).toBe(`${url}#/faults?account=acc_enterprise`)
  // A new tab begins with the latest choice, and the address of another page wins over it.
  const three = await one.context().newPage()
  await three.goto(url)
  await three.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect(await accountOf(three)).toBe('acc_enterprise')
  await three.goto(`${url}#/keys?account=acc_demo`)
  await three.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor()
  expect(await accountOf(three)).toBe('acc_demo')
  expect(offences).toEqual([])
}
