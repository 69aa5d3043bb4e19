import type { NextFunction, Request, RequestHandler, Response } from 'express'
import express from 'express'
import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { below, inOrder, loadedLater, onGet } from './in-order.ts'

const error = new Error('planted')

/** Runs the stages; resolves with what `next` is called with at their end. */
function end(...stages: RequestHandler[]): Promise<unknown[]> {
  return new Promise((resolve) => {
    const next: NextFunction = (...given: unknown[]) => resolve(given)
    inOrder(...stages)({} as Request, {} as Response, next)
  })
}

describe('stages that run in order', () => {
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
    ['rejects, and was loaded later', loadedLater(async () => () => Promise.reject(error))],
    ['cannot be loaded', loadedLater(() => Promise.reject(error))],
    ['hands on an error', (_req, _res, next) => next(error)],
    ['hands on an error later', (_req, _res, next) => queueMicrotask(() => next(error))],
  ])('end with the error of one that %s', async (_, failing) => {
    expect(await end(failing, unreached)).toEqual([error])
  })
})

describe('a stage that is mounted', () => {
  const answer: RequestHandler = (req, res) => {
    res.send(req.url)
  }
  const passed: RequestHandler = (_req, res) => {
    res.send('passed')
  }

  it.each([
    ['use', '/a.b', '/'],
    ['use', '/a.b?c=1', '/?c=1'],
    ['use', '/A.B/c', '/c'],
    ['use', '/a.bc', 'passed'],
    ['use', '/aXb', 'passed'],
    ['use', '/c/a.b', 'passed'],
    ['get', '/a.b', '/a.b'],
    ['get', '/A.b/', '/A.b/'],
    ['get', '/a.b?c=1', '/a.b?c=1'],
    ['get', '/a.b/c', 'passed'],
    ['get', '/a.b%2Fc', 'passed'],
  ] as const)('by %s takes %s as Express does', async (method, path, expected) => {
    const ours = express().use(
      inOrder(method === 'use' ? below('/a.b', answer) : onGet('/a.b', answer), passed),
    )
    const theirs = express()[method]('/a.b', answer).use(passed)

    const [here, there] = await Promise.all([ours, theirs].map((app) => supertest(app).get(path)))

    expect([here?.text, there?.text]).toEqual([expected, expected])
  })
})
