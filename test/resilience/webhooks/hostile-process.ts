/** A process with one hostile receiver, whose number is its argument: it does not slow down who measures. */
import { HOSTILE, run } from './hostile-receivers.ts'

const hostile = HOSTILE[Number(process.argv[2])]
if (hostile) process.send?.((await run(hostile)).url)
