import { describe, expect, it } from 'vitest'
import { MAX_ANCHORS, MAX_UNFOLDED, readYaml } from './yaml.ts'

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
