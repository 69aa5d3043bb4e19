import { parentPort, workerData } from 'node:worker_threads'
import { JudgingRoom } from './judging-room.ts'
import type { JudgingAnswer, JudgingData, JudgingMessage } from './messages.ts'

// A thread of its own: reading and judging bodies must not delay what passes. Messages wait for the listener.
const port = parentPort
let opening = JudgingRoom.open(workerData as JudgingData)
void opening.then(() => {
  port?.on('message', receive)
  port?.postMessage({ kind: 'ready' } satisfies JudgingAnswer)
})

async function receive(message: JudgingMessage): Promise<void> {
  if (message.kind === 'document') {
    const { document } = message
    opening = opening.then(async (room) => {
      await room.follow(document)
      return room
    })
    return
  }
  const room = await opening
  port?.postMessage(room.answer(message))
}
