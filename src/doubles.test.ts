import { expect, it } from 'vitest'
import { VARIATIONS } from '../contract-tests/self-test/variations.ts'
import { doubleOf } from './testing/doubles.ts'

const from = Number(process.env.FROM ?? 0),
  to = Number(process.env.TO ?? 999)
it.each(VARIATIONS.slice(from, to))('$name', async (v) => {
  const d = await doubleOf(v)
  expect({ server: d.server, sandbox: d.sandbox }).toEqual({ server: [], sandbox: [] })
})
