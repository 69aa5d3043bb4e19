import { operationsOf } from '../../client/document.js'
import { html } from '../../html.js'
import { Check, FieldGroup, toggled } from '../../parts/controls.js'
import { ALL } from '../keys/terms.js'

/** @import { ApiDocument } from '../../client/document.js' */

/**
 * @typedef {{ permission: string, operations: string[] }} Permission `operations`: Such as `GET /campaigns`.
 * @typedef {{ resource: string, permissions: Permission[] }} Resource
 */

/**
 * The permissions that operations need and `others`, such as `campaigns:*`, by resource.
 * @param {ApiDocument} api @param {string[]} [others] @returns {Resource[]}
 */
export function resourcesOf(api, others = []) {
  /** @type {Map<string, string[]>} */
  const operations = new Map()
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

const resourceOf = (/** @type {string} */ permission) => permission.split(':', 1)[0] ?? ''

/**
 * @param {{ resources: Resource[], chosen: string[], onChange: (chosen: string[]) => void, problems: readonly string[] |
 *   undefined }} props
 */
export function PermissionPicker({ resources, chosen, onChange, problems }) {
  const hasAll = chosen.includes(ALL)
  const box = (/** @type {string} */ permission, /** @type {unknown} */ label) => html`<${Check}
    checked=${chosen.includes(permission) || (hasAll && permission !== ALL)}
    attributes=${{ disabled: hasAll && permission !== ALL }}
    onChange=${() => onChange(toggled(chosen, permission))}
  >${label}</${Check}>`
  return html`<${FieldGroup} legend="Permissions" problems=${problems}>
    ${box(ALL, html`<span>Everything <code>${ALL}</code></span>`)}
    <div class="resources">
      ${resources.map(
        ({
          resource,
          permissions,
        }) => html`<div class="resource" role="group" aria-label=${resource}>
          <strong aria-hidden="true">${resource}</strong>
          ${permissions.map(({ permission, operations }) =>
            box(
              permission,
              html`<span>
                <code>${permission}</code>
                ${operations.map((operation) => html`<span class="operation">${operation}</span>`)}
              </span>`,
            ),
          )}
        </div>`,
      )}
    </div>
  </${FieldGroup}>`
}
