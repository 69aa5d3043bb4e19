import type { RequestHandler } from 'express'

/**
 * Removes the base path from the address of a request. One without it is served as well: a proxy may have removed it, and
 * health checks and callers on this machine need not know it. No own path begins with it (`config/base-path.ts`).
 */
export function removeBasePath(basePath: string): RequestHandler {
  return (req, res, next) => {
    const rest = req.url.startsWith(basePath) ? req.url.slice(basePath.length) : undefined
    if (rest === undefined || !/^([/?]|$)/.test(rest)) return next()
    if (!rest.startsWith('/') && (req.method === 'GET' || req.method === 'HEAD')) {
      // Addresses in the page are relative to the folder.
      return res.redirect(301, `${basePath}/${rest}`)
    }
    const url = rest.startsWith('/') ? rest : `/${rest}`
    req.url = url
    req.originalUrl = url
    next()
  }
}
