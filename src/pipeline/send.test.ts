import { Writable } from 'node:stream'
import type { Response } from 'express'
import { describe, expect, it } from 'vitest'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'
import { measureSlicesBy, passTurns } from '../../test/support/turns.ts'
import { sendFile } from './send.ts'

describe('sending a file', () => {
  it('makes only the chunks that the caller reads', async () => {
    const file = await countedFile(10_000)
    const reader = new Reader({ highWaterMark: 1 })

    const sending = sendFile(reader as never, file)
    await passTurns(50)
    const waiting = file.made
    for (let read = 0; read < 100; read++) await reader.read()
    const later = file.made
    reader.destroy()
    await sending

    expect(waiting).toBeLessThan(10)
    expect(later).toBeGreaterThan(99)
    expect(later).toBeLessThan(110)
  })

  it('yields to other requests, however fast the caller reads', async () => {
    const file = await countedFile(10_000)
    const reader = new Reader({ eager: true })

    const sending = sendFile(reader as never, file)
    await passTurns(5)
    const meanwhile = file.made
    await sending

    expect(meanwhile).toBeLessThan(20)
    expect(file.made).toBe(10_000)
  })
})

/** A file of `chunks` chunks that take a millisecond each; it counts made chunks, and notes its release. */
async function countedFile(chunks: number) {
  const file = {
    contentType: 'text/csv',
    fileName: 'many.csv',
    content: [] as Iterable<string>,
    made: 0,
    isClosed: false,
  }
  function* make() {
    try {
      while (file.made < chunks) {
        file.made++
        yield 'a,b,c\r\n'
      }
    } finally {
      file.isClosed = true
    }
  }
  file.content = make()
  await measureSlicesBy(() => file.made)
  return file
}

/** The caller's end of a response: takes a chunk at `read`, or at once when it is eager. */
class Reader extends Writable implements Pick<Response, 'locals' | 'statusCode'> {
  readonly locals = {} as Response['locals']
  readonly statusCode = 200
  readonly #isEager: boolean
  #take: (() => void) | undefined

  constructor({ highWaterMark, eager = false }: { highWaterMark?: number; eager?: boolean }) {
    super(highWaterMark === undefined ? {} : { highWaterMark })
    this.#isEager = eager
  }

  setHeader(): void {}

  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    if (this.#isEager) done()
    else this.#take = done
  }

  async read(): Promise<void> {
    this.#take?.()
    await passTurns(5)
  }
}

it('sends text that is not ASCII whole, in a record, a list and a failure', async () => {
  const { api } = await startSandbox()
  const name = 'Grüße ✓ 🎉'
  const created = await api.post('/campaigns', { body: { ...CAMPAIGN, name } })

  const read = await api.get(`/campaigns/${created.body.data.id}`)
  const listed = await api.get('/campaigns?limit=1')
  const refused = await api.get(`/campaigns/${encodeURIComponent(name)}`)

  expect(read.body.data).toMatchObject({ name })
  expect(listed.body.data).toMatchObject([{ name }])
  expect(refused.body.error.message).toContain(name)
})
