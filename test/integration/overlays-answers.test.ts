import { readFileSync } from 'node:fs'
import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { change, refused, remove, serve } from '../support/overlays.ts'
import { sendRaw } from '../support/raw.ts'
import { CAMPAIGN } from '../support/sandbox.ts'

describe('successes and failures', () => {
  it('may have another status, but not two', async () => {
    const target = "$.paths['/campaigns'].post.responses"
    const created = `${target}['201']`
    const accepted = { 202: { description: 'Taken.', content: { 'application/json': {} } } }
    const { call } = await serve(remove(created) + change(target, accepted))

    expect((await call('post', '/campaigns', { body: CAMPAIGN })).status).toBe(202)
    await refused(change(target, accepted)).toThrow(
      /POST \/campaigns: responses has the successes 201 and 202/,
    )
  })

  it('may be the file alone, whatever Accept says', async () => {
    const content = "$.paths['/export/csv'].get.responses['200'].content['application/json']"
    const { sandbox } = await serve(remove(content))

    const accepts = ['application/json', 'text/csv', '*/*'].map((accept) =>
      supertest(sandbox.url)
        .get('/export/csv?type=campaigns')
        .set({ Authorization: 'Bearer svc_test_demo', Accept: accept }),
    )
    const answers = await Promise.all(accepts)

    expect(answers.map(({ status, type }) => [status, type])).toEqual(
      answers.map(() => [200, 'text/csv']),
    )
    expect(answers[0]?.text).toContain('Northwheel')
  })

  it('may be visible in the body only', async () => {
    const failures = ['unknown_resource', 'unknown_path', 'invalid_input', 'missing_credential']
    const { sandbox, call, get } = await serve(
      change(
        "$['x-failures']",
        Object.fromEntries(failures.map((name) => [name, { status: 200 }])),
      ),
    )

    const answers = [
      await get('/campaigns/none'),
      await get('/none'),
      await call('post', '/campaigns', { body: {} }),
      await supertest(sandbox.url).get('/campaigns'),
    ]

    expect(answers.map(({ status, body }) => [status, body.success, body.error.code])).toEqual([
      [200, false, 'not_found'],
      [200, false, 'not_found'],
      [200, false, 'invalid_request'],
      [200, false, 'missing_api_key'],
    ])
  })
})

it('failures have their form where there is no request, either', async () => {
  const properties = { meta: false, request_id: { 'x-from': '/request_id' } }
  const { sandbox } = await serve(change('$.components.schemas.Failure', { properties }))

  const answer = await sendRaw(sandbox.port, 'no request at all\r\n\r\n')

  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [, id] = /X-Request-Id: (.+)/.exec(head) ?? []
  expect(JSON.parse(body)).toEqual({
    success: false,
    error: { code: 'invalid_request', message: expect.any(String) },
    request_id: id?.trim(),
  })
})

it('the control plane keeps its own form', async () => {
  const failure = '$.components.schemas.Failure'
  const { sandbox, get } = await serve(
    remove(`${failure}.properties.error`) +
      change(failure, {
        properties: { error: { 'x-from': '/error/message', type: 'string' }, ok: { const: 0 } },
      }),
  )
  const { port } = sandbox

  const own = await supertest(`http://127.0.0.1:${port}`).get('/_sandbox/requests/none')
  const service = await get('/campaigns/none')

  expect(service.body).toMatchObject({ error: expect.stringContaining('No campaign none'), ok: 0 })
  expect(own.body).toMatchObject({ success: false, error: { code: 'not_found' } })
  expect(own.body).not.toHaveProperty('ok')
})

describe('docs/overlays.md', () => {
  const text = readFileSync(new URL('../../docs/overlays.md', import.meta.url), 'utf8')
  const examples = [...text.matchAll(/```yaml\n(- target:.*?)```/gs)].map(
    ([, code]) => code as string,
  )

  it('has examples that the sandbox serves', async () => {
    expect(examples.length).toBeGreaterThan(0)
    for (const code of examples) {
      const { get } = await serve(code.replace(/^/gm, '  '))
      expect((await get('/campaigns')).status).toBe(200)
    }
  })
})
