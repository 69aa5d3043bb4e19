import {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express'
import { escapeRegExp } from '../openapi/document-error.ts'

/**
 * One handler that runs `stages` in order, as Express runs handlers, but without matching the path again and adding a
 * stack frame for each. An error that one throws or rejects with goes to `next`.
 */
export function inOrder(...stages: readonly RequestHandler[]): RequestHandler {
  return (req, res, next) => run(stages, 0, req, res, next)
}

/** As `app.use(path, stage)` or `app.get(path, stage)`, at no cost for requests to other paths. */
export function mounted(
  method: 'use' | 'get',
  path: string,
  stage: RequestHandler,
): RequestHandler {
  const router = Router()[method](path, stage)
  const begins = new RegExp(`^${escapeRegExp(path)}(?![^/?])`, 'i')
  return (req, res, next) => {
    // A router answers OPTIONS by itself, without the envelope.
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
