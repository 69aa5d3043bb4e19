import { parentPort, workerData } from 'node:worker_threads'
import { JudgingRoom } from './judging-room.ts'
import type { JudgingAnswer, JudgingData, JudgingJob } from './messages.ts'

// A thread of its own: reading and judging bodies must not delay what passes.
const port = parentPort
const room = await JudgingRoom.open(workerData as JudgingData)
port?.on('message', (job: JudgingJob) => port.postMessage(room.answer(job)))
port?.postMessage({ kind: 'ready' } satisfies JudgingAnswer)
