import { expect, it } from 'vitest'
import { startHttp, startProxy } from '../test/support/proxy.ts'

it.each(['', '/v2', '/api'])('has a base URL that leads to the API at "%s"', async (path) => {
  const seen: string[] = []
  const origin = await startHttp((req, res) => {
    seen.push(req.url ?? '')
    res.end()
  })

  const proxy = await startProxy(`${origin}${path}`)
  await fetch(`${proxy.url}/campaigns`)

  expect(seen).toEqual([`${path}/campaigns`])
})
