// Starts worker.ts where the sandbox runs from its source, which Node cannot read by itself. The package has a bundle of
// it.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
