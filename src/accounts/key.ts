/** An API token as it is kept: the token itself is shown once and then known only by its hash. */
export interface Key {
  /** `key_…`, the `key_id` of GET /auth/verify (§4). */
  id: string
  name: string
  /** Its kind of §5.3, one of `x-token-types` in the document: `live`, `test` or `restricted`. */
  type: string
  /** First 8 characters of the token (§2). */
  prefix: string
  /** SHA-256 of the token, hexadecimal. */
  hash: string
  /** `<resource>:<action>`, `<resource>:*`, or `*` for all (§2). */
  permissions: string[]
  /** Requests an hour; null means that the plan's limit applies (§8). */
  rate_limit: number | null
  /** Addresses or CIDR blocks from which the key may be used; empty means from anywhere. */
  allowed_ips: string[]
  /** Epoch milliseconds. */
  created_at: number
  expires_at: number | null
  revoked_at: number | null
}
