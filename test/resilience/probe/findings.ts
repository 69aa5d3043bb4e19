/** What the probe found: equal findings are counted once, with their first example. */
export class Findings {
  readonly #found = new Map<string, { count: number; example: string }>()

  add(title: string, example: string): void {
    const known = this.#found.get(title)
    if (known) {
      known.count += 1
      return
    }
    this.#found.set(title, { count: 1, example })
    console.error(`FOUND ${title}\n${example.replace(/^/gm, '    ')}\n`)
  }

  get size(): number {
    return this.#found.size
  }

  /** One line for each finding. */
  lines(): string[] {
    return [...this.#found].map(([title, { count }]) => `${title} (${count} times)`)
  }
}
