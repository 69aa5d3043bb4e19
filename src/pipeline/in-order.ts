import { type RequestHandler, Router } from 'express'
import { escapeRegExp } from '../openapi/document-error.ts'

/**
 * One handler that runs `stages` in order, as Express runs handlers, but without matching the path again and adding a
 * stack frame for each. An error that one throws or rejects with goes to `next`.
 */
export function inOrder(...stages: readonly RequestHandler[]): RequestHandler {
  return (req, res, done) => {
    let at = 0
    // One function for all stages: one for each was a part of the memory of a request.
    const next = (error?: unknown) => {
      if (error !== undefined) return done(error)
      const stage = stages[at++]
      if (stage === undefined) return done()
      try {
        const result: unknown = stage(req, res, next)
        if (result instanceof Promise) result.catch(done)
      } catch (thrown) {
        done(thrown)
      }
    }
    next()
  }
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
