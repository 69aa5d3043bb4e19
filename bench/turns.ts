import type { Server } from './servers.ts'

/** Runs something of each subject, round by round, one after the other: the machine's speed drifts. */
export async function inTurns<Subject, Figure>(
  subjects: readonly Subject[],
  rounds: number,
  run: (subject: Subject) => Promise<Figure>,
): Promise<Figure[][]> {
  const figures: Figure[][] = subjects.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, subject] of subjects.entries()) figures[index]?.push(await run(subject))
  }
  return figures
}

/** Milliseconds from the start of a process to its first answer. */
export async function startTime(start: () => Promise<Server>): Promise<number> {
  const server = await start()
  await server.stop()
  return server.startMs
}
