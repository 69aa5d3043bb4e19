import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { describe, expect, it } from 'vitest'
import { inOrder } from './in-order.ts'

const error = new Error('planted')

/** Runs the stages; resolves with what `next` is called with at their end. */
function end(...stages: RequestHandler[]): Promise<unknown[]> {
  return new Promise((resolve) => {
    const next: NextFunction = (...given: unknown[]) => resolve(given)
    inOrder(...stages)({} as Request, {} as Response, next)
  })
}

describe('stages that run in order', () => {
  it('begin when the one before is done, and leave to what comes after them', async () => {
    const seen: string[] = []
    const sync: RequestHandler = (_req, _res, next) => {
      seen.push('first')
      next()
    }
    const later: RequestHandler = async (_req, _res, next) => {
      await null
      seen.push('second')
      next()
    }
    const last: RequestHandler = (_req, _res, next) => {
      seen.push('third')
      next()
    }

    expect(await end(sync, later, last)).toEqual([])
    expect(seen).toEqual(['first', 'second', 'third'])
  })

  const unreached: RequestHandler = () => {
    throw new Error('A stage ran after one that failed.')
  }

  it.each<[string, RequestHandler]>([
    [
      'throws',
      () => {
        throw error
      },
    ],
    ['rejects', () => Promise.reject(error)],
    ['hands on an error', (_req, _res, next) => next(error)],
    ['hands on an error later', (_req, _res, next) => queueMicrotask(() => next(error))],
  ])('end with the error of one that %s', async (_, failing) => {
    expect(await end(failing, unreached)).toEqual([error])
  })

  it('end with the error that is thrown behind one that calls back', async () => {
    const callsBack: RequestHandler = (_req, _res, next) => queueMicrotask(() => next())
    const throws: RequestHandler = () => {
      throw error
    }

    expect(await end(callsBack, throws)).toEqual([error])
  })
})
