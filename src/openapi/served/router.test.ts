import { describe, expect, it } from 'vitest'
import generated from '../../../spec/documents/openapi.ts'
import { CAMPAIGN } from '../../../test/support/sandbox.ts'
import type { JsonObject } from '../../schema/json.ts'
import { applyOverlay } from '../overlay.ts'
import { compiledRules } from './compiled-rules.ts'
import type { RoutedOperation } from './operation.ts'
import { Router } from './router.ts'

const document = generated

const withChange = (target: string, update: JsonObject) =>
  applyOverlay(document, {
    overlay: '1.0.0',
    info: { title: 'Change', version: '1' },
    actions: [{ target, update }],
  })

const routerOf = async (described: JsonObject) => new Router(await compiledRules(described))

/** Keywords and parameters of the problems of a POST /campaigns. */
function problemsOf(router: Router, requestBody: object) {
  const operation = router.operations.find(({ id }) => id === 'createCampaign') as RoutedOperation
  return router
    .validateRequest(operation, { path: {}, query: {}, requestBody })
    .map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)
}

describe('a path', () => {
  it('is matched as a whole', async () => {
    const router = await routerOf(document)

    expect(router.match('GET', '/campaigns/cmp_1')).toMatchObject({ params: { id: 'cmp_1' } })
    for (const path of [
      '/campaigns/cmp_1/runs',
      '/v1/campaigns/cmp_1',
      '/campaigns/',
      '/campaigns/a/b',
    ]) {
      expect(router.match('GET', path), path).toBeUndefined()
    }
  })

  it('lists its methods for a request with another one', async () => {
    const router = await routerOf(document)

    expect(router.match('OPTIONS', '/campaigns')).toEqual({ allow: ['GET', 'POST', 'HEAD'] })
    expect(router.match('GET', '/auth/login')).toEqual({ allow: ['POST'] })
  })
})

describe('a request', () => {
  it('is validated against the document of the router', async () => {
    const changed = withChange('$.components.schemas.CampaignInput.properties.type', {
      enum: ['x'],
    })

    expect(problemsOf(await routerOf(document), CAMPAIGN)).toEqual([])
    expect(problemsOf(await routerOf(changed), CAMPAIGN)).toEqual(['/requestBody/type enum'])
  })

  it('gets an error for each wrong entry of an array', async () => {
    const body = { ...CAMPAIGN, keywords: ['x', 1, '', 2], competitors: [3] }

    expect(problemsOf(await routerOf(document), body)).toEqual([
      '/requestBody/keywords/1 type',
      '/requestBody/keywords/2 minLength',
      '/requestBody/keywords/2 pattern',
      '/requestBody/keywords/3 type',
      '/requestBody/competitors/0 type',
    ])
  })

  // An error for each entry would take seconds for one request.
  it('gets one error for an array that is too long, and none for its entries', async () => {
    const body = { ...CAMPAIGN, name: 1, keywords: Array(1001).fill(1) }

    expect(problemsOf(await routerOf(document), body)).toEqual([
      '/requestBody/name type',
      '/requestBody/keywords maxItems',
    ])
  })
})

it('refuses an invalid schema before the first request', async () => {
  const target = '$.components.schemas.CampaignInput.properties.name'

  await expect(routerOf(withChange(target, { pattern: '(' }))).rejects.toThrow(
    /invalid JSON Schema for createCampaign/,
  )
})
