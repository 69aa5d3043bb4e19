import { describe, expect, test } from 'vitest'
import { brandOfDomain, hostOf, slugOf } from './site.ts'

describe('site', () => {
  test.each([
    ['acme.example', 'acme.example'],
    ['https://Shop.Acme.example:8080/a?b#c', 'shop.acme.example'],
    ['müller.de', 'xn--mller-kva.de'],
    ['not a domain!!', 'acme-analytics.example'],
    ['localhost', 'acme-analytics.example'],
    ['', 'acme-analytics.example'],
  ])('%j is the host %j', (domain, host) => {
    expect(hostOf(domain, 'Acme Analytics')).toBe(host)
  })

  test.each([
    ['CRM & Sales Tools', 'crm-and-sales-tools'],
    ["  Men's  shoes ", 'mens-shoes'],
    ['café à Genève', 'cafe-a-geneve'],
    ['Straße & Søn, Łódź', 'strasse-and-son-lodz'],
    ['Кофейня «Зерно»', 'kofeinya-zerno'],
    ['підписка на чай', 'pidpiska-na-chai'],
    ['καφές Αθήνα', 'kafes-athina'],
  ])('%j has the slug %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })

  test('texts without Latin letters have different slugs', () => {
    expect(slugOf('東京')).toMatch(/^n-[0-9a-f]{8}$/)
    expect(slugOf('東京')).not.toBe(slugOf('大阪'))
    expect(slugOf(`${'long '.repeat(40)}end`)).toHaveLength(59)
  })

  test.each([
    ['rankly.example', 'Rankly'],
    ['https://www.bright-loom.example/', 'Bright Loom'],
    ['shop.quietriver.co.uk', 'Quietriver'],
    ['Rival Corp', 'Rival Corp'],
    ['кофе-хаус.рф', 'Кофе Хаус'],
    ['https://www.xn----8sbntuvnel.xn--p1ai/', 'Кофе Хаус'],
    ['müller.de', 'Müller'],
    ['☃', '☃'],
  ])('%j is the brand %j', (domain, brand) => {
    expect(brandOfDomain(domain)).toBe(brand)
  })
})
