// What requests are made of that are wrong in some way.

/** Values that no parameter means, and some that one could. */
export const VALUES = [
  '',
  '0',
  '-1',
  '1.5',
  '9'.repeat(400),
  'NaN',
  '[object Object]',
  '{"$ne":null}',
  '__proto__',
  'toString',
  '2026-02-30',
  '0000-01-01',
  '10000-01-01',
  '2026-01-01..2026-02-30',
  '9999-01-01..9999-12-31',
  '..',
  '../../../../etc/passwd',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '\u0000',
  'a\r\nX-Injected: 1',
  '\u202e\u200b\ufeff',
  '🚢'.repeat(50),
  'é'.normalize('NFD').repeat(40),
  'a,'.repeat(1200),
  '.'.repeat(3000),
]

/** What stands behind a `=` as it is, without encoding. */
export const RAW_VALUES = ['%zz', '%E0%A4%A', '%ED%A0%80', '%00', '+', '%2525']

export const BODIES = [
  '',
  ' ',
  'null',
  'true',
  '[]',
  '{}',
  '{"name": "x"',
  'name=x',
  '\u0000',
  '\ufeff{"name":"x"}',
  '{"__proto__":{"polluted":true}}',
  '{"name":"x","type":"serp","frequency":"daily","keywords":["k"],"__proto__":{"polluted":true},"settings":{"__proto__":{"polluted":true}}}',
  '{"email":{"$gt":""},"password":{"$gt":""}}',
  `{"name":"${'x'.repeat(100_000)}"}`,
  `{"name":"${'\\ud800'.repeat(50)}","keywords":["\\u0000"]}`,
  '{"url":"https://app.example/","events":["ranking.changed"],"alerts":["__proto__"]}',
  '{"url":"http://[::1]:0/","events":["ranking.changed"],"secret":"whsec_\\u0000 sixteen"}',
  '{"name":"x","campaign_id":"constructor","event":"ranking.changed","keyword":"\\ud800"}',
  '{"status":"active","alerts":["toString"],"rotate_secret":true,"secret":null}',
  `{"domain":"${'.'.repeat(500)}/"}`,
  `{"keywords":${JSON.stringify(Array(1001).fill('k'))}}`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"settings":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
  `-${'9'.repeat(5000)}`,
]

export const CONTENT_TYPES = [
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-7',
  'application/json; charset="',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  '\xff\xfe',
]

export const AUTHORIZATIONS = [
  '',
  'Bearer ',
  'Bearer svc_test_demo x',
  'Bearer  svc_test_nobody',
  'Bearer svc_token_demo',
  'Bearer svc_session_nothing',
  'Bearer svc_test_\xff\xfe',
  `Bearer svc_test_${'x'.repeat(6000)}`,
  'Basic c3ZjX3Rlc3RfZGVtbzo=',
  'Bearer svc_test_demo, Bearer svc_test_demo',
]

/** Of the errors that can be asked for, none of the server's own: those are what must not occur. */
export const SANDBOX_HEADERS = [
  'X-Sandbox-Delay: -1',
  'X-Sandbox-Delay: 1e3',
  'X-Sandbox-Delay: 99999999999',
  'X-Sandbox-Delay: 0, 0',
  'X-Sandbox-Error: nonsense',
  'X-Sandbox-Error: __proto__',
  'X-Sandbox-Error: rate_limit_exceeded',
  'Prefer: code=',
  'Prefer: code=0xC8',
  'Prefer: code="404',
  'Prefer: code=418, code=404',
  'Prefer: \xff',
]

export const ODD_HEADERS = [
  'Accept: \xff/\xfe;q=x',
  'Accept: text/csv;q=banana',
  'Origin: \xff',
  'X-Request-Id: a b\tc',
  `X-Request-Id: ${'x'.repeat(3000)}`,
  'X-Forwarded-For: nowhere, 999.999.999.999',
  'X-HTTP-Method-Override: DELETE',
  'Range: bytes=0-1',
  'Expect: miracles',
  'Upgrade: websocket',
  'Content-Encoding: gzip',
  'Host: evil.example/x?',
]

/** Paths that lead nowhere, or somewhere by a detour. */
export const TARGETS = [
  '/',
  '*',
  '/api//campaigns',
  '/api/../api/campaigns',
  '/api/campaigns/%zz',
  '/api/campaigns/%E0%A4%A',
  '/api/campaigns/%00',
  '/api/campaigns/%2e%2e%2f%2e%2e',
  '/api/campaigns/a/b/c',
  `/api/campaigns/${'a'.repeat(8000)}`,
  `/api/${'a/'.repeat(3000)}`,
  '/api/campaigns#fragment',
  '/.env',
  'http://evil.example/api/campaigns',
  'http://evil.example:99999/api/campaigns',
  'http://[::1/api/campaigns',
]

/** For paths outside the API: download links and the control plane. */
export const FILE_TARGETS = [
  '/files/',
  '/files/%zz',
  '/files/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  'http://x:99999/files/a.csv',
  '/files/a.csv?account=acc_demo&expires=9999999999&kind=report&signature=AAAA',
  '/files/a.csv?account=__proto__&signature=x',
  '/files/a.csv?account=acc_demo&account=acc_demo&signature=%zz',
  `/files/a.csv?account=acc_demo&signature=${'A'.repeat(43)}`,
  `/files/${'a'.repeat(6000)}?account=${'b'.repeat(6000)}`,
  '/_sandbox/nowhere',
  '/_sandbox/health/..',
]

/** What HTTP does not allow. */
export const NO_HTTP = [
  'NONSENSE\r\n\r\n',
  'GET /api/campaigns\r\n\r\n',
  'GET /api/campaigns HTTP/9.9\r\nHost: localhost\r\n\r\n',
  'GET /api/cam paigns HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /api/campaigns\u0000 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /api/campaigns/\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /api/campaigns HTTP/1.1\r\nHost x\r\n\r\n',
  'GET /api/campaigns HTTP/1.1\r\nHost: localhost\r\nA\u0000: b\r\n\r\n',
  'GET /api/campaigns HTTP/1.1\r\nHost: localhost\r\nA: \u0000\r\n\r\n',
  'GET /api/campaigns HTTP/1.1\r\nConnection: close\r\n\r\n',
  'POST /api/campaigns HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
  'POST /api/campaigns HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
  'POST /api/campaigns HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /api/campaigns HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: nonsense\r\n\r\nx',
  'POST /api/campaigns HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
]
