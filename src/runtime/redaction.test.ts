import { expect, it } from 'vitest'
import { createRedaction, createTextRedaction } from './redaction.ts'

const redact = createRedaction(['svc_test_', 'svc_session_'])

it.each([
  ['/api/campaigns?token=abc&limit=5', '/api/campaigns?token=…&limit=5'],
  ['/files/a.csv?account=acc_demo&signature=abc', '/files/a.csv?account=acc_demo&signature=…'],
  ['/api/campaigns?signature=a&x=1&signature=b', '/api/campaigns?signature=…&x=1&signature=…'],
  ['/api/campaigns?API_KEY=abc&apikey=d', '/api/campaigns?API_KEY=…&apikey=…'],
  ['/api/campaigns?key[]=abc', '/api/campaigns?key[]=…'],
  ['/api/campaigns?%74oken=abc', '/api/campaigns?%74oken=…'],
  ['/api/campaigns?%6Bey=abc&%6bey=abc', '/api/campaigns?%6Bey=…&%6bey=…'],
  ['/api/campaigns?client_secret=a=b&password=c', '/api/campaigns?client_secret=…&password=…'],
  ['/api/campaigns?Authorization=Bearer%20abc', '/api/campaigns?Authorization=…'],
  ['/api/campaigns?x-sandbox-key=abc', '/api/campaigns?x-sandbox-key=…'],
  ['/api/campaigns?session_id=abc&pin=12', '/api/campaigns?session_id=…&pin=…'],
  ['/api/campaigns?%zz-token=abc', '/api/campaigns?%zz-token=…'],
  ['/api/campaigns?%zz-%74oken=abc', '/api/campaigns?%zz-%74oken=…'],
  ['/api/campaigns?%ff%74oken=abc&a=b', '/api/campaigns?%ff%74oken=…&a=b'],
])('redacts the secrets of %s', (url, clean) => {
  expect(redact(url)).toBe(clean)
})

it.each([
  ['/api/campaigns/svc_test_demo', '/api/campaigns/svc_test_…'],
  ['/api/campaigns/svc%5Ftest%5fdemo/x', '/api/campaigns/svc%5Ftest%5f…/x'],
  ['/api/x?search=%73vc_test_demo&limit=5', '/api/x?search=%73vc_test_…&limit=5'],
  ['/api/x?search=svc%255Ftest%25255Fdemo', '/api/x?search=svc%255Ftest%25255F…'],
  ['/svc_test_a/svc_test_b', '/svc_test_…/svc_test_…'],
  [
    '/api/campaigns?search=Bearer%20svc_session_abc&limit=5',
    '/api/campaigns?search=Bearer%20svc_session_…&limit=5',
  ],
])('redacts a token in the wrong place: %s', (url, clean) => {
  expect(redact(url)).toBe(clean)
})

it.each([
  '/api/campaigns',
  '/api/serp/rankings?keywords=a,b&keywords[]=c&keyword=d&keywords%5B%5D=e',
  '/api/campaigns?x-sandbox-error=not_found&x-sandbox-delay=10',
])('does not change %s', (url) => {
  expect(redact(url)).toBe(url)
})

it.each([
  ['{"password":{"a":{},"b":"]}hunter2"},"x":1}', '{"password":"…","x":1}'],
  ['{"secret":[[],"hunter2"],"x":1}', '{"secret":"…","x":1}'],
  ['{"secret":{"a":"hunter2', '{"secret":"…"'],
  [String.raw`{"pass\u0077ord":"hunter2"}`, String.raw`{"pass\u0077ord":"…"}`],
  ['password=hunter2&name=a', 'password=…&name=a'],
  ['name=a&password=hunter2', 'name=a&password=…'],
  ['{"url":"https://me:hunter2@example.com/x"}', '{"url":"https://…@example.com/x"}'],
])('redacts the secrets of the body %s', (body, clean) => {
  expect(createTextRedaction([])(body)).toBe(clean)
})
