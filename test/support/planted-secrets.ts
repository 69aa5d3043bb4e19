import { gzipSync } from 'node:zlib'
import type { captured } from './captured.ts'

const jwt = (subject: string) =>
  [{ alg: 'HS256' }, { sub: subject }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat('c2lnbmF0dXJlLW9mLXRoZS10b2tlbg')
    .join('.')
export const base64 = (text: string) => Buffer.from(text).toString('base64')
const pem = (text: string) =>
  `-----BEGIN PRIVATE KEY-----\n${base64(text)}\n${base64(`${text}2`)}\n-----END PRIVATE KEY-----`
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

export type Given = Parameters<typeof captured>[0]

/** Kinds of secrets, each with a secret and an exchange that it is planted in. */
export const PLANTED: Record<string, [secret: string, given: (secret: string) => Given]> = {
  'bearer token': ['svc_test_Kk1bearer', (s) => ({ headers: { Authorization: `Bearer ${s}` } })],
  'opaque bearer token': [
    'opaque-9-bearer',
    (s) => ({ headers: { authorization: `bearer ${s}` } }),
  ],
  'basic password': [
    'basic pass wörd 1',
    (s) => ({ headers: { Authorization: `Basic ${base64(`user:${s}`)}` } }),
  ],
  'digest response': [
    '6629fae49393a05397450978507c4ef1',
    (s) => ({ headers: { Authorization: `Digest username="u", response="${s}"` } }),
  ],
  'signature of AWS': [
    'fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024',
    (s) => ({
      headers: {
        Authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=${s}`,
      },
    }),
  ],
  'access key of AWS': ['AKIAQWERTYUIOPASDFGH', (s) => ({ body: { note: `uses ${s} now` } })],
  'security token header': [
    'FwoGZXIvYXdzEJr//s3',
    (s) => ({ headers: { 'X-Amz-Security-Token': s } }),
  ],
  'credential without a scheme': ['naked-cred-55', (s) => ({ headers: { Authorization: s } })],
  'X-Api-Key': ['apikey-header-1', (s) => ({ headers: { 'X-Api-Key': s } })],
  'Proxy-Authorization': [
    'proxy-pass-77',
    (s) => ({ headers: { 'Proxy-Authorization': `Basic ${base64(`p:${s}`)}` } }),
  ],
  'X-Auth-Custom': ['custom-auth-88', (s) => ({ headers: { 'X-Auth-Custom': s } })],
  'X-CSRF-Token': ['csrf-value-12', (s) => ({ headers: { 'X-CSRF-Token': s } })],
  'webhook signature': ['v1,g0hM9SsE+OTPJTGt', (s) => ({ headers: { 'webhook-signature': s } })],
  cookie: ['cookie-sess-31', (s) => ({ headers: { Cookie: `theme=dark; sid=${s}` } })],
  'Set-Cookie': [
    'set-cookie-sess-32',
    (s) => ({ answerHeaders: [['Set-Cookie', `sid=${s}; Path=/; HttpOnly`]] }),
  ],
  'nonce of a challenge': [
    'dcd98b7102dd2f0e8b11d0f600bfb0c093',
    (s) => ({
      status: 401,
      answerHeaders: [['WWW-Authenticate', `Digest realm="api", nonce="${s}"`]],
    }),
  ],
  'Location with a token': [
    'loc-tok-41',
    (s) => ({
      status: 302,
      answerHeaders: [['Location', `https://app.example/cb?access_token=${s}`]],
    }),
  ],
  'fragment of a Location': [
    'frag-tok-42',
    (s) => ({ status: 302, answerHeaders: [['Location', `/cb#id_token=${s}&state=x`]] }),
  ],
  'Link header': [
    'link-tok-43',
    (s) => ({ answerHeaders: [['Link', `<https://api.example/x?page_token=${s}>; rel="next"`]] }),
  ],
  'custom answer header': ['hdr-secret-44', (s) => ({ answerHeaders: [['X-Session-Token', s]] })],
  'token in a query': [
    'query tok/45+x',
    (s) => ({ path: `/campaigns?limit=1&token=${encodeURIComponent(s)}` }),
  ],
  'api key in a query': ['query-key-46', (s) => ({ path: `/campaigns?api_key=${s}` })],
  'sig of a link': ['sig-value-47%2Babc', (s) => ({ outside: `/files/a.pdf?sp=r&sig=${s}` })],
  'X-Amz-Signature': [
    '0123456789abcdef47',
    (s) => ({
      outside: `/files/b.pdf?X-Amz-Credential=AKIAABCDEFGHIJKLMNOP%2F2024&X-Amz-Signature=${s}`,
    }),
  ],
  'signature of a link in a body': [
    'sgn-48-value',
    (s) => ({
      answer: {
        data: { download_url: `https://staging.example.com/files/c.pdf?account=a&signature=${s}` },
      },
    }),
  ],
  'password in a URL': [
    'url-pass-49',
    (s) => ({ answer: { url: `https://user:${s}@host.example/x` } }),
  ],
  'password with an apostrophe in a URL': [
    "x9?'2##;2?a'#;q7",
    (s) => ({ answer: { url: `https://user:${encodeURIComponent(s)}@host.example/x` } }),
  ],
  'token in a path': ['Zm9vQmFyMTIzNDU2Nzg5MDEyMzQ1', (s) => ({ outside: `/files/${s}.pdf` })],
  'key of ours in a path': ['svc_restricted_path51', (s) => ({ path: `/campaigns/${s}` })],
  password: [
    'hunter2-password',
    (s) => ({ method: 'POST', body: { email: 'a@b.c', password: s } }),
  ],
  'password of one word': ['correcthorse', (s) => ({ method: 'POST', body: { password: s } })],
  'password with quotes': [
    'qu"ote\\s\u00e9 1',
    (s) => ({ method: 'POST', body: { new_password: s } }),
  ],
  'api_key member': ['apikey-member-53', (s) => ({ answer: { api_key: s } })],
  apiKey: ['apikey-camel-54', (s) => ({ answer: { apiKey: s } })],
  'webhook secret': [
    `whsec_${base64('webhook-secret-55')}`,
    (s) => ({ method: 'POST', body: { secret: s } }),
  ],
  'webhook secret in a text': [
    `whsec_${base64('webhook-secret-56')}`,
    (s) => ({ answer: { message: `The secret is ${s}.` } }),
  ],
  'JSON Web Token': [jwt('subject-57'), (s) => ({ answer: { value: s } })],
  'private key in PEM': [
    base64('pem-private-58-abcdef'),
    () => ({ answer: { note: pem('pem-private-58-abcdef') } }),
  ],
  'OAuth access token': [
    'oauth-access-59',
    (s) => ({ answer: { access_token: s, token_type: 'Bearer', expires_in: 3600 } }),
  ],
  'OAuth refresh token': ['oauth-refresh-60', (s) => ({ answer: { refresh_token: s } })],
  'OAuth id token': ['oauth-id-61', (s) => ({ answer: { id_token: s } })],
  'client secret': [
    'client-secret-62',
    (s) => ({
      method: 'POST',
      headers: form,
      body: `grant_type=client_credentials&client_id=app&client_secret=${s}`,
    }),
  ],
  'authorization code': ['auth-code-63', (s) => ({ outside: `/callback?code=${s}&state=abc` })],
  'session id': ['sess-id-64', (s) => ({ answer: { session_id: s } })],
  sessionId: ['sess-id-65', (s) => ({ answer: { user: { sessionId: s } } })],
  'secrets in a list': ['list-token-66', (s) => ({ answer: { tokens: ['list-token-67', s] } })],
  'recovery codes': ['rec-code-68', (s) => ({ answer: { recovery_codes: [s] } })],
  'object with a secret name': [
    'Abcdefgh1234567890Ijkl',
    (s) => ({ answer: { credentials: { machine: s } } }),
  ],
  'JSON in a text': [
    'nested-pass-70',
    (s) => ({ answer: { raw: JSON.stringify({ config: JSON.stringify({ password: s }) }) } }),
  ],
  'JSON in base64': [
    'base64-json-71',
    (s) => ({ answer: { state: base64(JSON.stringify({ refresh_token: s })) } }),
  ],
  'JSON in base64 of a query': [
    'base64-json-72',
    (s) => ({
      path: `/campaigns?state=${encodeURIComponent(base64(JSON.stringify({ secret: s })))}`,
    }),
  ],
  'list of names and values': [
    'named-value-73',
    (s) => ({ answer: { headers: [{ name: 'X-Api-Key', value: s }] } }),
  ],
  pin: ['739104', (s) => ({ method: 'POST', body: { pin: Number(s) } })],
  'part of a form': [
    'multi-part-75',
    (s) => ({
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=xYz' },
      body: `--xYz\r\nContent-Disposition: form-data; name="password"\r\n\r\n${s}\r\n--xYz--\r\n`,
    }),
  ],
  'JSON part of a form': [
    'multi-part-76',
    (s) => ({
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=xYz' },
      body: `--xYz\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"token":"${s}"}\r\n--xYz--\r\n`,
    }),
  ],
  'line of settings': [
    'settings-77',
    (s) => ({
      answer: `name: demo\npassword: ${s}\n`,
      answerHeaders: [['Content-Type', 'text/plain']],
    }),
  ],
  'assignment in a log': [
    'log-line-78',
    (s) => ({ answer: { message: `login failed for password=${s} at 12:00` } }),
  ],
  'column of a CSV': [
    'csv-cell-79',
    (s) => ({
      answer: `name,api_key\n"a, b",${s}\n`,
      answerHeaders: [['Content-Type', 'text/csv']],
    }),
  ],
  'element of XML': [
    'xml-elem-80',
    (s) => ({
      answer: `<a><password>${s}</password></a>`,
      answerHeaders: [['Content-Type', 'application/xml']],
    }),
  ],
  'field of a page': [
    'page-field-81',
    (s) => ({
      answer: `<input type="hidden" name="csrf_token" value="${s}">`,
      answerHeaders: [['Content-Type', 'text/html']],
    }),
  ],
  'event of a stream': [
    'event-tok-82',
    (s) => ({
      answer: `event: login\ndata: {"token":"${s}"}\n\n`,
      answerHeaders: [['Content-Type', 'text/event-stream']],
    }),
  ],
  'compressed body': [
    'gzip-pass-83',
    (s) => ({
      answer: gzipSync(JSON.stringify({ password: s })),
      answerHeaders: [
        ['Content-Type', 'application/json'],
        ['Content-Encoding', 'gzip'],
      ],
    }),
  ],
  bytes: [
    'svc_test_binary84',
    (s) => ({
      answer: Buffer.concat([
        Buffer.from([0, 255, 254]),
        Buffer.from(`x ${s} y`),
        Buffer.from([0xc3]),
      ]),
      answerHeaders: [['Content-Type', 'application/octet-stream']],
    }),
  ],
  'token of a known provider': [
    'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    (s) => ({ answer: { help: `use ${s}` } }),
  ],
  'name of a member': ['svc_session_member87', (s) => ({ answer: { open: { [s]: true } } })],
  'line of JSON': [
    'ndjson-tok-88',
    (s) => ({
      answer: `{"a":1}\n{"token":"${s}"}\n`,
      answerHeaders: [['Content-Type', 'application/x-ndjson']],
    }),
  ],
  'link in a parameter': [
    'redirect-tok-89',
    (s) => ({
      path: `/campaigns?redirect=${encodeURIComponent(`https://a.example/?token=${s}`)}`,
    }),
  ],
  'UTF-16': [
    'utf16-pass-86',
    (s) => ({
      answer: Buffer.from(JSON.stringify({ password: s }), 'utf16le'),
      answerHeaders: [['Content-Type', 'application/json; charset=utf-16le']],
    }),
  ],
}

/** Whether a text has a secret in it: as it is, escaped, percent-encoded, or in base64, from any byte on. */
export function isIn(text: string, secret: string): boolean {
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]
  const inBase64 = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    return bytes.toString('base64').slice([0, 2, 3][before], -4)
  })
  const decoded = [...text.matchAll(/[\w+/-]{12,}/g)].map(([each]) =>
    Buffer.from(each, 'base64').toString(),
  )
  const isWritten = [...forms, ...inBase64].some((form) => text.includes(form))
  return isWritten || decoded.some((each) => each.replaceAll('\0', '').includes(secret))
}
