import type { Server } from '../servers.ts'
import type { Contender } from './contender.ts'

type Named = Pick<Contender, 'name' | 'version' | 'isPeer'>

/** The servers that take part. A peer that fails drops out from there on; a failure of ours ends the run. */
export class Field {
  /** One line for each peer that dropped out, with the reason. */
  readonly remarks: string[] = []
  readonly #out = new Set<Named>()

  isIn(contender: Named): boolean {
    return !this.#out.has(contender)
  }

  /**
   * The result of `run`; undefined for a peer that fails in it or has failed before. Stops `server` on a failure,
   * because it may still be busy.
   */
  async try<Result>(
    contender: Named,
    task: string,
    run: () => Promise<Result>,
    server?: Server,
  ): Promise<Result | undefined> {
    if (!this.isIn(contender)) return undefined
    try {
      return await run()
    } catch (error) {
      await server?.stop()
      const { name, version, isPeer } = contender
      const [reason] = (error as Error).message.split('\n')
      const remark = `${name} ${version} failed at “${task}” and was left out from there on: ${reason}`
      if (!isPeer) throw new Error(remark, { cause: error })
      this.#out.add(contender)
      this.remarks.push(remark)
      return undefined
    }
  }
}
