import type { Contender } from './peers.ts'

type Named = Pick<Contender, 'name' | 'version' | 'isPeer'>

/** Who takes part: a peer that fails is out from there on, with the reason; what is ours must not fail. */
export class Field {
  /** A line for each that is out. */
  readonly remarks: string[] = []
  readonly #out = new Set<Named>()

  isIn(contender: Named): boolean {
    return !this.#out.has(contender)
  }

  /** What `run` gives; undefined for a peer that fails in it, or has failed before. */
  async try<Result>(
    contender: Named,
    doing: string,
    run: () => Promise<Result>,
  ): Promise<Result | undefined> {
    if (!this.isIn(contender)) return undefined
    try {
      return await run()
    } catch (error) {
      const { name, version, isPeer } = contender
      const [reason] = (error as Error).message.split('\n')
      const remark = `${name} ${version} failed at “${doing}”, and was left out from there on: ${reason}`
      if (!isPeer) throw new Error(remark, { cause: error })
      this.#out.add(contender)
      this.remarks.push(remark)
      return undefined
    }
  }
}
