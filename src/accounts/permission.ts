/**
 * Whether a key with `granted` may do what needs `required` (`<resource>:<action>`, §5.4): by name, by
 * `<resource>:*`, or by `*` for all.
 */
export function isPermitted(granted: readonly string[], required: string): boolean {
  const resource = required.split(':', 1)[0]
  return granted.some(
    (permission) => permission === '*' || permission === required || permission === `${resource}:*`,
  )
}
