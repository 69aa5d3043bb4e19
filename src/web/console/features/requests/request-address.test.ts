import { expect, it } from 'vitest'
import { queryOfAddress, requestsAddress } from './request-address.ts'

const addressOf = (text: string) => requestsAddress(new URLSearchParams(text))

it('holds the search, the selection and what is compared', () => {
  const address = {
    search: 'status:4xx "a, b"',
    selected: ['req_1', 'req_2'],
    isComparing: true,
    original: 'req_3',
  }
  const given = Object.entries(queryOfAddress(address)).map(([name, value]) => [name, value ?? ''])

  expect(requestsAddress(new URLSearchParams(given))).toEqual(address)
})

it('reads links that name filters one by one', () => {
  expect(addressOf('operation=listCampaigns&status=429&text=a+b&account=acc_demo').search).toBe(
    'status:429 op:listCampaigns a b',
  )
})

it('compares no more and no fewer than two', () => {
  expect(addressOf('view=compare&selected=req_1').isComparing).toBe(false)
  expect(addressOf('view=compare&selected=req_1,req_2,req_3').isComparing).toBe(false)
  expect(addressOf('selected=req_1,req_2').isComparing).toBe(false)
})
