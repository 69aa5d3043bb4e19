import type { Idea } from './idea.ts'
import { ACCESS } from './ideas/access.ts'
import { BODIES } from './ideas/bodies.ts'
import { CROSS } from './ideas/cross.ts'
import { FIXTURES } from './ideas/fixtures.ts'
import { HEADERS } from './ideas/headers.ts'
import { LARGE } from './ideas/large.ts'
import { ORIGINS } from './ideas/origins.ts'
import { PATHS } from './ideas/paths.ts'
import { QUERIES } from './ideas/queries.ts'
import { RACES } from './ideas/races.ts'
import { SMUGGLING } from './ideas/smuggling.ts'
import { SSRF } from './ideas/ssrf.ts'
import { TEXTS } from './ideas/texts.ts'

/** All ideas, by kind of attack. */
export const IDEAS: Idea[] = [
  ...ACCESS,
  ...BODIES,
  ...CROSS,
  ...FIXTURES,
  ...HEADERS,
  ...LARGE,
  ...ORIGINS,
  ...PATHS,
  ...QUERIES,
  ...RACES,
  ...SMUGGLING,
  ...SSRF,
  ...TEXTS,
]
