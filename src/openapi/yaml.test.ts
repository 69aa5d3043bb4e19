import { describe, expect, it } from 'vitest'
import { LineCounter } from 'yaml'
import { MAX_ANCHORS, MAX_PROBLEMS, MAX_UNFOLDED, readYaml } from './yaml.ts'
import { boundedTokens, YAML_LIMITS } from './yaml-extent.ts'

const problemsOf = (text: string) => readYaml(text).problems

describe('an alias', () => {
  it('expands to the node of its anchor, merged or not', () => {
    const { value, problems } = readYaml('- &a { x: 1 }\n- *a\n- { <<: *a, y: 2 }\n')

    expect(problems).toEqual([])
    expect(value).toEqual([{ x: 1 }, { x: 1 }, { x: 1, y: 2 }])
  })

  it('may occur up to the maximum number of times', () => {
    const text = (aliases: number) => `- &a x\n${'- *a\n'.repeat(aliases)}`

    expect(readYaml(text(MAX_ANCHORS - 1)).value).toEqual(Array(MAX_ANCHORS).fill('x'))
    expect(problemsOf(text(MAX_ANCHORS))).toEqual([
      {
        line: MAX_ANCHORS + 1,
        column: 3,
        message: 'has more than 1000 anchors (&) and aliases (*). Replace some by their values',
      },
    ])
  })

  it('is refused before anything is resolved if all aliases together expand to too many values', () => {
    const list = `- &a [${'x, '.repeat(999)}x]\n`
    const many = MAX_UNFOLDED / 1000
    const [problem] = problemsOf(list + '- *a\n'.repeat(many))

    expect(problemsOf(list + '- *a\n'.repeat(many - 1))).toEqual([])
    expect(problem?.message).toBe(
      'the aliases up to here expand to 200200 values; at most 200000 are allowed. Use fewer aliases',
    )
  })

  it('is refused if aliases of aliases expand to billions of values', () => {
    const lines = Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`)

    expect(problemsOf(`a0: &a0 x\n${lines.join('')}`)).toMatchObject([
      { message: expect.stringMatching(/^the aliases up to here expand to \d{6} values/) },
    ])
  })

  it('is refused inside its own anchor, and without an anchor before it', () => {
    expect(problemsOf('accounts: &a\n  - *a\n')).toEqual([
      { line: 2, column: 5, message: 'the alias *a refers to a node that contains it' },
    ])
    expect(problemsOf('a: *b\nb: &b x\n')).toEqual([
      { line: 1, column: 4, message: 'the alias *b has no anchor &b before it' },
    ])
  })
})

describe('a mapping', () => {
  it('has each key once', () => {
    expect(problemsOf('a: 1\nb: 2\na: 3\n')).toEqual([
      { line: 3, column: 1, message: 'Map keys must be unique' },
    ])
  })

  it('is read as fast as a list of the same length', () => {
    const entries = Array.from({ length: 10_000 }, (_, n) => `k${n}`)
    const cost = (text: string) => {
      const before = process.cpuUsage()
      expect(readYaml(text).problems).toEqual([])
      return process.cpuUsage(before).user
    }
    // The least of three: a collection of garbage falls into one of them.
    const least = (text: string) => Math.min(cost(text), cost(text), cost(text))
    cost(`[${entries.slice(0, 1000).join(', ')}]`)

    // The system counts processor time in ticks of some milliseconds, so a short one may be 0.
    const ticks = 50_000
    const list = least(`[${entries.join(', ')}]`)
    expect(least(`{${entries.join(', ')}}`)).toBeLessThan(ticks + 10 * list)
  })
})

describe('a text', () => {
  const TOO_DEEP = 'lists and mappings are nested more than 100 levels deep. Nest them less deeply'

  it.each([
    ['braces', '{'.repeat(1900), 101],
    ['fewer braces', '{'.repeat(1000), 101],
    ['brackets and braces', '[{'.repeat(100_000), 101],
    ['keys', '? '.repeat(320), 201],
    ['values', ': '.repeat(50_000), 201],
    ['entries', '- '.repeat(50_000), 201],
  ])('is refused before it is understood if it nests %s too deeply', (_what, text, column) => {
    expect(problemsOf(text)).toEqual([{ line: 1, column, message: TOO_DEEP }])
  })

  it('is refused where the indentation becomes too deep', () => {
    const lines = Array.from({ length: 300 }, (_, level) => `${' '.repeat(level)}a:`)

    expect(problemsOf(lines.join('\n'))).toEqual([
      { line: YAML_LIMITS.depth + 1, column: YAML_LIMITS.depth + 2, message: TOO_DEEP },
    ])
  })

  it('may be as deep as a JSON body', () => {
    const { depth } = YAML_LIMITS
    const text = `${'['.repeat(depth)}x${']'.repeat(depth)}`

    expect(readYaml(text).value).toEqual(JSON.parse(text.replace('x', '"x"')))
  })

  it('may have values up to the maximum number', () => {
    const limits = { depth: 9, values: 6 }
    const exceeded = (text: string) => boundedTokens(text, new LineCounter(), limits).excess

    expect(exceeded('[a, "b", {c: *d}]')).toBeUndefined()
    expect(exceeded('[a, "b", {c: *d}, e]')).toEqual({
      offset: 18,
      message: 'the text has more than 6 values up to here. Leave some out',
    })
  })

  it('has texts as keys, because JSON has no others', () => {
    const message = 'a key must be a text, not a list or a mapping'

    expect(problemsOf('a: 1\n? [b]\n: 2\n')).toEqual([{ line: 2, column: 3, message }])
    expect(problemsOf('a: &a { b: 1 }\n*a : 2\n')).toEqual([{ line: 2, column: 1, message }])
    expect(readYaml('a: &a b\n*a : 2\n').value).toEqual({ a: 'b', b: 2 })
  })

  it('has as many problems as one can read', () => {
    expect(problemsOf(`[${','.repeat(1000)}]`)).toHaveLength(MAX_PROBLEMS)
  })
})
