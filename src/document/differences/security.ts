import { isObject, type Json, type JsonObject } from '../json.ts'
import type { Report } from './findings.ts'
import type { OperationView } from './operation-view.ts'
import { canonical, enumerate, isEqual } from './words.ts'

/** What a caller has to show, and which permission the key must have. */
export function compareSecurity(before: OperationView, after: OperationView, report: Report): void {
  const one = requirementsOf(before)
  const other = requirementsOf(after)
  if (isEqual(one, other)) return
  const [open, opens] = [isOpen(one), isOpen(other)]
  if (open && opens) return
  if (open) report.tell('breaking', 'needs authentication now')
  else if (opens) report.tell('compatible', 'needs no authentication any more')
  else if (isEqual(schemesOf(one), schemesOf(other)) && one.length === 1 && other.length === 1) {
    comparePermissions(rolesOf(one), rolesOf(other), report)
  } else report.tell('breaking', `authentication ${words(one)} → ${words(other)}`)
}

function comparePermissions(one: string[], other: string[], report: Report): void {
  const left = one.filter((role) => !other.includes(role))
  const came = other.filter((role) => !one.includes(role))
  if (came.length > 0) {
    const instead = left.length > 0 ? ` instead of ${enumerate(left)}` : ' now'
    report.tell('breaking', `needs permission ${enumerate(came)}${instead}`)
  } else if (left.length > 0) {
    report.tell('compatible', `needs permission ${enumerate(left)} no longer`)
  }
}

function requirementsOf({ node, document }: OperationView): JsonObject[] {
  const security = node.security ?? document.security
  return (Array.isArray(security) ? security : []).filter(isObject)
}

function isOpen(requirements: JsonObject[]): boolean {
  return requirements.length === 0 || requirements.some((each) => Object.keys(each).length === 0)
}

function schemesOf(requirements: JsonObject[]): Json[] {
  return requirements.map((each) => Object.keys(each).sort())
}

function rolesOf([requirement]: JsonObject[]): string[] {
  return Object.values(requirement ?? {}).flatMap((roles) =>
    Array.isArray(roles) ? roles.map(String) : [],
  )
}

function words(requirements: JsonObject[]): string {
  const each = requirements.map((requirement) =>
    Object.entries(requirement)
      .map(([scheme, roles]) => (canonical(roles) === '[]' ? scheme : `${scheme} (${roles})`))
      .join(' with '),
  )
  return enumerate(each, 'or')
}
