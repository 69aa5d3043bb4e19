import { expect, it } from 'vitest'
import { parsedUrl } from './url.ts'

it('reads the same URL when it is called often', () => {
  // As it comes from the body of a request.
  const [url] = JSON.parse('["https://bücher.example/"]')

  const hosts = new Set(Array.from({ length: 20_000 }, () => parsedUrl(url)?.hostname))

  expect([...hosts]).toEqual(['xn--bcher-kva.example'])
})

it.each(['', 'bücher.example', 'https://', 'http://a b/', 'http://[::1'])('refuses %j', (text) => {
  expect(parsedUrl(text)).toBeUndefined()
})
