import {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express'
import { literally } from '../regular-expression.ts'

/**
 * One handler that runs these in their order: what Express does with handlers of its own, but without
 * matching the path again, and making a frame, for each of them. What one throws, or rejects with, goes to `next`.
 */
export function inOrder(...stages: readonly RequestHandler[]): RequestHandler {
  return (req, res, next) => run(stages, 0, req, res, next)
}

/** As `app.use(path, stage)` or `app.get(path, stage)`, of which requests to other paths pay nothing. */
export function mounted(
  method: 'use' | 'get',
  path: string,
  stage: RequestHandler,
): RequestHandler {
  const router = Router()[method](path, stage)
  const begins = new RegExp(`^${literally(path)}(?![^/?])`, 'i')
  return (req, res, next) => {
    // A router answers OPTIONS by itself, outside of the envelope.
    const isMeant = method === 'use' || req.method === 'GET' || req.method === 'HEAD'
    if (isMeant && begins.test(req.url)) router(req, res, next)
    else next()
  }
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
