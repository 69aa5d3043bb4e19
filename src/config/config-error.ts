/** An option that cannot be used; the message names its flag, its value and what it accepts. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
