import { acquitEach } from './suite.ts'
import { INPUT_VARIATIONS } from './variations/inputs.ts'
import { TRANSPORT_VARIATIONS } from './variations/transport.ts'

acquitEach([...INPUT_VARIATIONS, ...TRANSPORT_VARIATIONS])
