import type { RequestHandler } from 'express'

/**
 * One handler that runs `stages` in order, as Express runs handlers. An error that one throws or rejects with goes to
 * `next`.
 */
export function inOrder(...stages: readonly RequestHandler[]): RequestHandler {
  return (req, res, done) => {
    let at = 0
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

/** As `app.use(path, stage)`: runs `stage` for `path` and all below it, with the rest of the address in `req.url`. */
export function below(path: string, stage: RequestHandler): RequestHandler {
  return (req, res, next) => {
    const { url } = req
    const rest = url.slice(path.length)
    if (!beginsWith(path, url) || !/^($|[/?])/.test(rest)) return next()
    req.url = rest.startsWith('/') ? rest : `/${rest}`
    return stage(req, res, (error?: unknown) => {
      req.url = url
      next(error)
    })
  }
}

/** As `app.get(path, stage)`: runs `stage` for GET and HEAD of `path` itself. */
export function onGet(path: string, stage: RequestHandler): RequestHandler {
  return (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (isRead && beginsWith(path, req.url) && /^\/?($|\?)/.test(req.url.slice(path.length)))
      return stage(req, res, next)
    next()
  }
}

/** A stage whose code is loaded with its first request, because most runs need none of it. */
export function loadedLater(load: () => Promise<RequestHandler>): RequestHandler {
  let stage: Promise<RequestHandler> | undefined
  return async (req, res, next) => {
    stage ??= load()
    await (await stage)(req, res, next)
  }
}

function beginsWith(path: string, url: string): boolean {
  return url.slice(0, path.length).toLowerCase() === path
}
