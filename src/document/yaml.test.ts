import { describe, expect, it } from 'vitest'
import { readYaml } from './yaml.ts'
import { MAX_ANCHORS, MAX_UNFOLDED } from './yaml-nodes.ts'

const problemsOf = (text: string) => readYaml(text).problems

describe('an alias', () => {
  it('stands for what its anchor is at, merged or not', () => {
    const { value, problems } = readYaml('- &a { x: 1 }\n- *a\n- { <<: *a, y: 2 }\n')

    expect(problems).toEqual([])
    expect(value).toEqual([{ x: 1 }, { x: 1 }, { x: 1, y: 2 }])
  })

  it('may be one of as many as can be resolved, and of no more', () => {
    const text = (aliases: number) => `- &a x\n${'- *a\n'.repeat(aliases)}`

    expect(readYaml(text(MAX_ANCHORS - 1)).value).toEqual(Array(MAX_ANCHORS).fill('x'))
    expect(problemsOf(text(MAX_ANCHORS))).toEqual([
      {
        line: MAX_ANCHORS + 1,
        column: 3,
        message: 'has more than 1000 anchors (&) and aliases (*). Write out what they stand for',
      },
    ])
  })

  it('is refused before anything is resolved when many stand for much', () => {
    const list = `- &a [${'x, '.repeat(999)}x]\n`
    const many = MAX_UNFOLDED / 1000
    const [problem] = problemsOf(list + '- *a\n'.repeat(many))

    expect(problemsOf(list + '- *a\n'.repeat(many - 1))).toEqual([])
    expect(problem?.message).toBe(
      'the aliases up to here stand for 200200 values; 200000 can be read. Repeat less',
    )
  })

  it('is refused when aliases of aliases stand for billions', () => {
    const lines = Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`)

    expect(problemsOf(`a0: &a0 x\n${lines.join('')}`)).toMatchObject([
      { message: expect.stringMatching(/^the aliases up to here stand for \d{6} values/) },
    ])
  })

  it('is refused within what it stands for, and without an anchor before it', () => {
    expect(problemsOf('accounts: &a\n  - *a\n')).toEqual([
      { line: 2, column: 5, message: 'the alias *a stands within what it stands for' },
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

  it('is read as fast as a list that is as long', () => {
    const entries = Array.from({ length: 10_000 }, (_, n) => `k${n}`)
    const cost = (text: string) => {
      const before = process.cpuUsage()
      expect(readYaml(text).problems).toEqual([])
      return process.cpuUsage(before).user
    }
    cost(`[${entries.slice(0, 1000).join(', ')}]`)

    expect(cost(`{${entries.join(', ')}}`)).toBeLessThan(10 * cost(`[${entries.join(', ')}]`))
  })
})
