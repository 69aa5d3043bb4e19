import { onTestFinished } from 'vitest'

/** The warnings that Node emits during this test, such as that of a leak. */
export function nodeWarnings(): readonly Error[] {
  const warnings: Error[] = []
  const record = (warning: Error) => void warnings.push(warning)
  process.on('warning', record)
  onTestFinished(() => void process.off('warning', record))
  return warnings
}
