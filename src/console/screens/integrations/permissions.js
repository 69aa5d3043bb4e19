import { operationsOf } from '../../client/document.js'
import { html } from '../../html.js'
import { FieldGroup } from '../../parts/field.js'
import { ALL } from '../settings/terms.js'

/**
 * @typedef {{ permission: string, operations: string[] }} Permission `operations`: `GET /campaigns`, as far as they are known.
 * @typedef {{ resource: string, permissions: Permission[] }} Resource
 */

/**
 * The permissions that operations of the document ask for, by resource.
 *
 * @param {import('../../client/document.js').ApiDocument} api
 * @param {string[]} [others] Permissions that are to be among them even if no operation names them, such as `campaigns:*`.
 * @returns {Resource[]}
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

/** @param {string} permission */
const resourceOf = (permission) => permission.split(':', 1)[0] ?? ''

/**
 * @param {object} props
 * @param {Resource[]} props.resources
 * @param {string[]} props.chosen
 * @param {(chosen: string[]) => void} props.onChange
 * @param {readonly string[] | undefined} props.problems
 */
export function PermissionPicker({ resources, chosen, onChange, problems }) {
  const hasAll = chosen.includes(ALL)
  const box = (
    /** @type {string} */ permission,
    /** @type {unknown} */ label,
  ) => html`<label class="check">
    <input
      type="checkbox"
      checked=${chosen.includes(permission) || (hasAll && permission !== ALL)}
      disabled=${hasAll && permission !== ALL}
      onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) =>
        onChange(
          currentTarget.checked
            ? [...chosen, permission]
            : chosen.filter((each) => each !== permission),
        )}
    />
    ${label}
  </label>`
  return html`<${FieldGroup} legend="Permissions" problems=${problems}>
    ${box(ALL, html`<span>Everything <code>${ALL}</code></span>`)}
    <div class="resources">
      ${resources.map(
        ({
          resource,
          permissions,
        }) => html`<div key=${resource} role="group" aria-label=${resource} class="resource">
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
