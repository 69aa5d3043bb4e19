import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/**
 * Security headers of a page: it loads resources only from this server and calls no other server, and no page may frame it. A
 * hash allows its one inline script, the import map.
 */
export function pagePolicy(
  htmlFile: string,
  { trustedTypes = true }: { trustedTypes?: boolean } = {},
): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inlineHashes(readFileSync(htmlFile, 'utf8'))],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: trustedTypes ? ["'script'"] : null,
      },
    },
    // A proxy handles TLS.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  })
}

/** Headers of the files of a page; the headers of the page would make sixty small files a third larger. */
export const filePolicy: RequestHandler = (_req, res, next) => {
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  next()
}

/** CSP sources (`'sha256-…'`, CSP Level 3 §2.3.1) of a page's inline scripts. */
function inlineHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}
