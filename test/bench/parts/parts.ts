import type { Row } from '../table.ts'
import { advances, answers } from './clock.ts'
import { dashboards, rankings } from './computing.ts'
import { opening } from './console.ts'
import { deliveries } from './deliveries.ts'
import { csv, pdf } from './files.ts'
import { installed } from './installed.ts'
import { keys } from './keys.ts'
import { overhead } from './overhead.ts'
import { pipeline } from './pipeline.ts'
import { creates, list, memory, start } from './requests.ts'
import { sandboxes } from './sandboxes.ts'
import { states } from './states.ts'

/** The parts that can be measured alone, each next to a reference of the same run. */
export const parts: Record<string, () => Promise<Row[]>> = {
  list,
  start,
  installed,
  sandboxes,
  memory,
  creates,
  rankings,
  dashboards,
  pdf,
  overhead,
  keys,
  states,
  csv,
  deliveries: async () => [...(await deliveries()), ...(await answers()), ...(await pipeline())],
  advance: advances,
  console: opening,
}
