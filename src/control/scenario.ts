import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { invalidInput } from '../invalid-input.ts'
import type { Services } from '../services.ts'
import { packagedNames } from '../store/fixtures.ts'
import { isPackaged } from '../store/packaged-fixture.ts'

/** A fixture that callers may name: what to call it, and where to read it. */
export interface Scenario {
  name: string
  /** A name of the package, or a path. */
  fixture: string
}

type Parts = Pick<Services, 'config'>

/** The fixture that the sandbox was started with. */
export function ownScenario({ config }: Parts): Scenario {
  const { fixture } = config
  return { name: isPackaged(fixture) ? fixture : nameOf(fixture), fixture }
}

/**
 * The fixture of a name: of the package, or the one that the sandbox was started with, or of a YAML file beside
 * it. No others, or callers could read the files of this machine. Throws the failure that lists what there is.
 */
export function scenarioOf(name: string, parts: Parts): Scenario {
  const own = ownScenario(parts)
  return choose(name, [own, ...packagedScenarios(), ...scenariosBeside(own)])
}

/** As `scenarioOf`, for the key of an account: without the fixtures that the operator made for others. */
export function openScenarioOf(name: string): Scenario {
  return choose(name, packagedScenarios())
}

function choose(name: string, scenarios: Scenario[]): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found) return found
  const names = [...new Set(scenarios.map((scenario) => scenario.name))].join(', ')
  throw invalidInput([
    {
      in: 'body',
      path: '/fixture',
      message: `must be one of ${names}; found ${JSON.stringify(name.slice(0, 80))}`,
    },
  ])
}

function packagedScenarios(): Scenario[] {
  return packagedNames().map((name) => ({ name, fixture: name }))
}

function scenariosBeside({ fixture }: Scenario): Scenario[] {
  const folder = dirname(fixture)
  if (isPackaged(fixture) || !existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => /\.ya?ml$/.test(file))
    .sort()
    .map((file) => ({ name: nameOf(file), fixture: join(folder, file) }))
}

function nameOf(path: string): string {
  return basename(path, extname(path))
}
