import { expect, it } from 'vitest'
import { failureWords } from './failure-words.ts'

const url = new URL('https://hooks.example/svc')
const failureOf = (code: string, message = '') => Object.assign(new Error(message), { code })

it.each([
  ['CERT_HAS_EXPIRED', '', 'the certificate of hooks.example has expired.'],
  ['CERT_UNTRUSTED', '', 'the certificate of hooks.example is not valid (CERT_UNTRUSTED).'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', '', 'is for another host than hooks.example.'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', '', 'does not use TLS (https) at this port.'],
  ['EPROTO', 'wrong version number', 'does not use TLS (https) at this port.'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', '', 'asks for a client certificate'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', '', 'have no version of TLS or cipher in common.'],
  ['EPROTO', 'bad record type', 'broke the rules of TLS.'],
  ['EINVAL', '', 'The request to hooks.example failed (EINVAL).'],
])('says what %s %j is about', (code, message, words) => {
  expect(failureWords(failureOf(code, message), url)).toContain(words)
})
