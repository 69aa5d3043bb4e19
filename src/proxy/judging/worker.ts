import { parentPort, workerData } from 'node:worker_threads'
import { JudgingRoom } from './judging-room.ts'
import type { JudgingAnswer, JudgingData, JudgingMessage } from './messages.ts'

// A thread of its own: reading and judging bodies must not delay what passes.
const port = parentPort
const room = await JudgingRoom.open(workerData as JudgingData)
let opened = Promise.resolve()
port?.on('message', async (message: JudgingMessage) => {
  if (message.kind === 'document') {
    opened = opened.then(() => room.follow(message.document))
    return
  }
  await opened
  port.postMessage(room.answer(message))
})
port?.postMessage({ kind: 'ready' } satisfies JudgingAnswer)
