import { expect, it } from 'vitest'
import { Field } from './field.ts'

const PEER = { name: 'Peer', version: '1.2.3', isPeer: true as const }
const fails = async () => {
  throw new Error('No answer.\nmore')
}

it('leaves out a peer that fails, with the reason, and asks it no more', async () => {
  const field = new Field()

  await field.try(PEER, 'list', fails)
  const later = await field.try(PEER, 'read', async () => 'asked')

  expect(later).toBeUndefined()
  expect(field.isIn(PEER)).toBe(false)
  expect(field.remarks).toEqual([
    'Peer 1.2.3 failed at “list” and was left out from there on: No answer.',
  ])
})

it('ends the comparison when what is ours fails', async () => {
  const ours = { name: 'svc-sandbox', version: '0.1.0' }

  await expect(new Field().try(ours, 'list', fails)).rejects.toThrow(
    'svc-sandbox 0.1.0 failed at “list”',
  )
})
