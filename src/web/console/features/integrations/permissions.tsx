import type { ComponentChildren } from 'preact'
import type { ApiDocument } from '../../client/document.ts'
import { operationsOf } from '../../client/document.ts'
import { Check, toggled } from '../../ui/controls.tsx'
import { FieldGroup } from '../../ui/fields.tsx'
import { ALL } from '../keys/terms.tsx'

/** `operations`: Such as `GET /campaigns`. */
export type Permission = { permission: string; operations: string[] }
export type Resource = { resource: string; permissions: Permission[] }

/** The permissions that operations need and `others`, such as `campaigns:*`, by resource. */
export function resourcesOf(api: ApiDocument, others: string[] = []): Resource[] {
  const operations: Map<string, string[]> = new Map()
  for (const { method, path, permissions } of operationsOf(api)) {
    for (const permission of permissions) {
      const known = operations.get(permission) ?? []
      operations.set(permission, [...known, `${method} ${path}`])
    }
  }
  const names = [...new Set([...operations.keys(), ...others])].filter((name) => name !== ALL)
  const resources = new Set(names.map(resourceOf))
  return [...resources].map((resource) => ({
    resource,
    permissions: names
      .filter((name) => resourceOf(name) === resource)
      .sort()
      .map((permission) => ({ permission, operations: operations.get(permission) ?? [] })),
  }))
}

const resourceOf = (permission: string) => permission.split(':', 1)[0] ?? ''

export function PermissionPicker({
  resources,
  chosen,
  onChange,
  problems,
}: {
  resources: Resource[]
  chosen: string[]
  onChange: (chosen: string[]) => void
  problems: readonly string[] | undefined
}) {
  const hasAll = chosen.includes(ALL)
  const box = (permission: string, label: ComponentChildren) => (
    <Check
      checked={chosen.includes(permission) || (hasAll && permission !== ALL)}
      attributes={{ disabled: hasAll && permission !== ALL }}
      onChange={() => onChange(toggled(chosen, permission))}
    >
      {label}
    </Check>
  )
  return (
    <FieldGroup legend="Permissions" problems={problems}>
      {box(
        ALL,
        <span>
          Everything <code>{ALL}</code>
        </span>,
      )}
      <div class="grid fields">
        {resources.map(({ resource, permissions }) => (
          <div class="stack tight" role="group" aria-label={resource}>
            <strong aria-hidden="true">{resource}</strong>
            {permissions.map(({ permission, operations }) =>
              box(
                permission,
                <span>
                  <code>{permission}</code>
                  {operations.map((operation) => (
                    <span class="note">{operation}</span>
                  ))}
                </span>,
              ),
            )}
          </div>
        ))}
      </div>
    </FieldGroup>
  )
}
