import { expect, it } from 'vitest'
import { createTextRedaction } from '../runtime/redaction.ts'
import { SECRET_FORMS } from './secrets.ts'

const redactText = createTextRedaction(['svc_test_'])

it.each([
  ['of base64', 'svc_test_aB/c+d=e9', ''],
  ['in an address', 'svc_test_aB%2Fc%2Bd%3De%25f%26gh9', '&page=2'],
  ['percent-encoded twice', 'svc_test_aB%252Fc%252Bd9', '&page=2'],
  ['with an ampersand', 'svc_test_aB/c+d=e%f&gh9', ' is unknown'],
  ['in HTML', 'svc_test_aB&#x2F;c+d=e%f&amp;gh9', '<br>'],
  ['in JSON', 'svc_test_aB\\/c\\u002bd\\u003De9', '"}'],
  ['in JSON within JSON', 'svc_test_aB\\\\\\/c\\\\u002bd9', '\\"}'],
])('a key %s is hidden to its end', (_, key, rest) => {
  expect(`key=${key}${rest}`.replace(SECRET_FORMS, '*')).toBe(`key=*${rest}`)
  expect(redactText(`a ${key}${rest}`)).toBe(`a svc_test_…${rest}`)
})

it('a key after Bearer is hidden to its end', () => {
  expect('Bearer svc_test_aB/c=e%f&gh9'.replace(SECRET_FORMS, '*')).toBe('Bearer *')
})

it('a sentence about prefixes is no key', () => {
  const sentence = 'Keys begin with svc_test_/svc_live_ or svc_token_.'

  expect(sentence.replace(SECRET_FORMS, '*')).toContain('svc_test_/svc_live_ or ')
})
