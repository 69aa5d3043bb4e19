import { originLine } from '../results.ts'
import { table, whole } from '../table.ts'
import type { Growth, Point } from './measure.ts'

interface Curve {
  name: string
  unit: string
  of(point: Point): number
}

const CURVES: Curve[] = [
  { name: 'start, CPU', unit: 'ms', of: (it) => it.startCpuMs },
  { name: 'start to first 200', unit: 'ms', of: (it) => it.startMs },
  { name: 'start from a data folder, CPU', unit: 'ms', of: (it) => it.startFromDataCpuMs },
  { name: 'start from a data folder to first 200', unit: 'ms', of: (it) => it.startFromDataMs },
  { name: 'memory', unit: 'MB', of: (it) => it.memoryMb },
  { name: 'read a campaign, CPU', unit: 'µs', of: (it) => it.readCpuMs * 1000 },
  { name: 'list 20 campaigns, CPU', unit: 'µs', of: (it) => it.listCpuMs * 1000 },
  { name: 'create a campaign, CPU', unit: 'µs', of: (it) => it.createCpuMs * 1000 },
  { name: 'create a campaign on disk, CPU', unit: 'µs', of: (it) => it.durableCreateCpuMs * 1000 },
]

/** Both curves as Markdown. */
export function growthTables(growth: Growth): string {
  return [
    `${originLine(growth.origin)}. CPU is what the server itself used, for each start or request.`,
    curveTable('campaigns in one account', growth.campaigns),
    curveTable('accounts with 10 campaigns each', growth.accounts),
  ].join('\n\n')
}

function curveTable(what: string, points: Point[]): string {
  return table(
    [what, ...points.map(({ size }) => whole(size)), 'ten times as many, at worst'],
    CURVES.map((curve) => [
      curve.name,
      ...points.map((point) => `${whole(curve.of(point))} ${curve.unit}`),
      `× ${worstStep(points.map(curve.of)).toFixed(1)}`,
    ]),
  )
}

/** What a step to ten times as many multiplies a figure by at most: 1 is flat, 10 is linear, and more is a defect. */
export function worstStep(values: number[]): number {
  const steps = values.slice(1).map((value, index) => value / (values[index] as number))
  return Math.max(...steps)
}
