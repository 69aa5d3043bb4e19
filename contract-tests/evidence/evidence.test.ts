import { expect, it } from 'vitest'
import { settingsFor } from '../self-test/suite.ts'
import { Evidence, Undetermined } from './evidence.ts'

const tokens = { main: 'm', restricted: 'r', limited: 'l', revoked: 'v' }
const evidence = () => new Evidence(settingsFor({ baseUrl: 'http://localhost/api', tokens }), [])

it('gives the reason of a step, or of its group, where the step was not taken', () => {
  const found = evidence()
  found.skip('revoked', 'no --revoked-token was given')
  found.skip('create:first', 'no campaign could be created')

  expect(() => found.get('revoked:logout')).toThrow(
    new Undetermined('no --revoked-token was given'),
  )
  expect(() => found.get('create:first')).toThrow('no campaign could be created')
  expect(() => found.get('get:first')).toThrow('the run did not reach it')
})

it('takes no step that the journey does not have', () => {
  const found = evidence()

  // @ts-expect-error A misspelt step does not compile.
  expect(found.find('get:udpated')).toBeUndefined()
  // @ts-expect-error Nor does an operation that the document lacks.
  expect(found.find('anonymous:listCampaign')).toBeUndefined()
  // @ts-expect-error Nor does a group of no step.
  found.skip('writes', 'the run is --read-only')
})
