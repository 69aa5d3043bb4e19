import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './snippets.ts'

/** Words and names with plainer ones in their place, by what to write instead. */
const REPLACED: [RegExp, string][] = [
  [/\b(tell|tells|told)\b(?! me)/i, 'report, show or say'],
  [/\blest\b/, 'so that … cannot'],
  [/\banew\b/, 'again'],
  [/\bthat (is|are) none\b/, 'no …'],
  [
    /\b(householdOf|Guessing|WISHES|disturb|giveWay|excessOf|EntryCache|Patience|Touched|traveller|twist)\b/,
    'names of the field',
  ],
  [/\bsteer(s|ing|ed)?\b/, 'control'],
  [/\bdoubles? of\b/, 'replica of'],
]

// Listed here and not asked of git, which is not needed to run the tests.
const ROOMS = [
  ...['bin', 'src', 'contract-tests', 'test', 'spec', 'fixtures'],
  ...['docs', 'scripts', '.ci'],
]
const TEXT = /\.(ts|js|md|yaml|html|css)$|^\.ci\/run$/

it('says things in the words of the field', () => {
  const files = [
    ...ROOMS.flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(room, file),
      ),
    ),
    ...readdirSync(root),
  ].filter(
    (file) =>
      TEXT.test(file) &&
      !/generated\/|language\.system\.test\.ts$|^test\/bench\/results\//.test(file),
  )
  expect(files.length).toBeGreaterThan(700)

  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        REPLACED.filter(([word]) => word.test(line)).map(
          ([, better]) => `${file}:${index + 1}: ${line.trim()} — write ${better}`,
        ),
      ),
  )

  expect(found).toEqual([])
})
