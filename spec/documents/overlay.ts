import type { Overlay } from '../../src/openapi/overlay.ts'
import { readSpec } from './values.ts'

/** The assumptions, as actions on the stated document. */
const overlay = readSpec('assumptions.overlay.yaml') as Overlay
export default overlay
