import type { NextFunction, Request, RequestHandler, Response } from 'express'

/**
 * One handler that runs these in their order: what Express does with handlers of its own, but without
 * matching the path again for each of them. What one throws, or rejects with, goes to `next`.
 */
export function inOrder(...stages: readonly RequestHandler[]): RequestHandler {
  return (req, res, next) => run(stages, 0, req, res, next)
}

function run(
  stages: readonly RequestHandler[],
  at: number,
  req: Request,
  res: Response,
  done: NextFunction,
): void {
  const stage = stages[at]
  if (stage === undefined) {
    done()
    return
  }
  const next = (error?: unknown) =>
    error === undefined ? run(stages, at + 1, req, res, done) : done(error)
  try {
    const result: unknown = stage(req, res, next)
    if (result instanceof Promise) result.catch(done)
  } catch (error) {
    done(error)
  }
}
