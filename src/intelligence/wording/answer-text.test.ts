import { expect, test } from 'vitest'
import {
  answerOf,
  KINDS,
  NAMES,
  rendered,
  SENTIMENTS,
} from '../../../test/support/spoken-answers.ts'
import { PLATFORMS } from '../answers/platforms.ts'
import { answerMarkdown, excerptOf } from './answer-text.ts'
import { THEMES } from './frames/themes.ts'

const ANSWERS = Array.from({ length: 4000 }, (_, n) => answerOf(n))

const offending = (holds: (text: string) => boolean, answers = ANSWERS) =>
  answers.map(answerMarkdown).filter(holds).slice(0, 5)

test('names its brands in rank order and no other', () => {
  for (const answer of ANSWERS) {
    const text = answerMarkdown(answer)
    const places = answer.brands.map(({ name }) => text.indexOf(`**${name}`))

    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    const others = NAMES.filter((name) => !answer.brands.some((it) => it.name === name))
    expect(others.filter((name) => text.includes(name))).toEqual([])
  }
})

test('holds every excerpt, which names its brand in one to five sentences', () => {
  for (const answer of ANSWERS) {
    const text = rendered(answerMarkdown(answer))
    for (const [n, { name }] of answer.brands.entries()) {
      const excerpt = excerptOf(answer, n)
      const sentences = excerpt.replaceAll('Yahoo!', 'Yahoo').split(/(?<=[.?!]) /)

      expect(excerpt).toContain(name)
      expect(sentences.length).toBeLessThanOrEqual(5)
      for (const sentence of excerpt.split(/(?<=\.) /)) expect(text).toContain(sentence)
    }
  }
})

test('leaves no placeholder and no gap, and ends its sentences', () => {
  expect(
    offending((text) => /[{}]|undefined|NaN| {2}|[ \n][.,:;]|\.\.|:\.|\n{3}/.test(text)),
  ).toEqual([])
  expect(
    offending((text) =>
      text
        .split('\n')
        .some((line) => line && !/^(\*\*[^*]+\*\*$|\|.*\|$|- \[.*\)$)|[.?:]$/.test(line)),
    ),
  ).toEqual([])
})

test('has right articles, no word twice, and capitals after stops', () => {
  expect(offending((text) => /\b([a-z]+) \1\b/i.test(text))).toEqual([])
  expect(offending((text) => /\ba [aeio](?!ne\b)|\ban [^aeiouh]/i.test(text))).toEqual([])
  expect(offending((text) => /[.?] [a-z]/.test(text.replaceAll('vs.', '')))).toEqual([])
  expect(
    offending((text) =>
      /\bit also (is|can)\b|has also (?!had|been|seen|become|changed|cut|dropped|locked|missed|shipped|started)|– Is /i.test(
        text,
      ),
    ),
  ).toEqual([])
})

test('uses each theme once and never says the opposite of a sentiment', () => {
  for (const answer of ANSWERS) {
    if (answer.brands.length === 0) continue
    const text = answerMarkdown(answer).toLowerCase()
    const said = THEMES[answer.kind].map((theme) =>
      SENTIMENTS.filter((it) =>
        text.includes(theme[it].replace(/^(is|can|has) /, '').toLowerCase()),
      ),
    )
    const sentiments = new Set(answer.brands.map((it) => it.sentiment))

    expect(said.every((it) => it.length < 2)).toBe(true)
    expect(said.flat().filter((it) => !sentiments.has(it))).toEqual([])
  }
})

test('speaks in the first person on platforms that do, and cites where sources are marked', () => {
  const of = (...names: string[]) => ANSWERS.filter(({ platform }) => names.includes(platform))
  const impersonal = of('Perplexity', 'Google AI Overviews')
  const citing = of('Perplexity', 'Google AI Overviews', 'Copilot')

  expect(offending((text) => /\bI('d|'m)?\b/.test(text), impersonal)).toEqual([])
  for (const answer of ANSWERS) {
    const marks = [...answerMarkdown(answer).matchAll(/ \[(\d)\]\./g)].map(([, n]) => Number(n))
    if (!citing.includes(answer)) expect(marks).toEqual([])
    expect(Math.max(0, ...marks)).toBeLessThanOrEqual(answer.sources.length)
  }
  expect(citing.filter((answer) => / \[1\]\./.test(answerMarkdown(answer))).length).toBeGreaterThan(
    500,
  )
})

test('has themes enough for six brands of every kind', () => {
  for (const kind of KINDS) {
    const facts = THEMES[kind].flatMap(({ positive, neutral, negative }) => [
      positive,
      neutral,
      negative,
    ])

    expect(THEMES[kind].length).toBeGreaterThanOrEqual(12)
    expect(new Set(facts).size).toBe(facts.length)
    expect(facts.filter((fact) => !/^[a-z][^:–|.]+$/.test(fact))).toEqual([])
  }
})

test('hardly ever says the same about two brands', () => {
  const praised = Array.from({ length: 500 }, (_, n) => {
    const answer = answerOf(n, { platform: 'ChatGPT' })
    return {
      ...answer,
      brands: answer.brands.map((it) => ({ ...it, sentiment: 'positive' as const })),
    }
  })
  const openings = (text: string) =>
    [...text.matchAll(/^\d\. \*\*[^*]+\*\* – ((?:\S+ ){3})/gm)].map(([, words]) => words)

  const repeated = praised.map(answerMarkdown).filter((text) => {
    const words = openings(text)
    return new Set(words).size < words.length
  })
  expect(praised.flatMap((it) => openings(answerMarkdown(it))).length).toBeGreaterThan(300)
  expect(repeated.length).toBeLessThan(10)
})

test('says the same about a brand in most answers', () => {
  const themes = new Map<string, number>()
  for (let n = 0; n < 300; n++) {
    const [brand] = answerOf(n, { kind: 'software' }).brands
    if (!brand) continue
    const answer = answerOf(n, {
      kind: 'software',
      brands: [{ ...brand, name: 'Northwheel', sentiment: 'positive' }],
    })
    const excerpt = excerptOf(answer, 0).toLowerCase()
    for (const { label, positive } of THEMES.software) {
      if (excerpt.includes(positive.replace(/^(is|can|has) /, '')))
        themes.set(label, (themes.get(label) ?? 0) + 1)
    }
  }

  expect(themes.size).toBeGreaterThanOrEqual(4)
  expect(themes.size).toBeLessThanOrEqual(7)
})

test('differs from answer to answer', () => {
  const same = { keyword: 'crm', names: NAMES.slice(0, 4), kind: 'software' as const }
  for (const { name } of PLATFORMS) {
    const page = Array.from({ length: 50 }, (_, n) => answerOf(n * 7, { ...same, platform: name }))

    expect(new Set(page.map(answerMarkdown)).size).toBe(50)
    expect(new Set(page.map((it) => answerMarkdown(it).split('\n')[0])).size).toBeGreaterThan(12)
  }
})
