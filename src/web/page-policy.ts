import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Config } from '../config.ts'

/**
 * Security headers of a page: it loads resources only from this server and calls no other server, and only pages of
 * `--frame-ancestors` may frame it. It frames only files that it has read itself, to show a PDF.
 */
export function pagePolicy({
  config: { frameAncestors },
}: {
  config: Pick<Config, 'frameAncestors'>
}): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        frameSrc: ['blob:'],
        // Chrome shows a PDF in a frame as an object.
        objectSrc: ['blob:'],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: frameAncestors.length === 0 ? ["'none'"] : frameAncestors,
        requireTrustedTypesFor: ["'script'"],
      },
    },
    // A proxy handles TLS.
    strictTransportSecurity: false,
    xFrameOptions: frameOptions(frameAncestors),
    referrerPolicy: { policy: 'no-referrer' },
  })
}

/** The same for browsers without CSP. The header cannot name origins, so that it is left out for those. */
function frameOptions(ancestors: readonly string[]) {
  if (ancestors.length === 0) return { action: 'deny' } as const
  return ancestors.every((each) => each === "'self'") && ({ action: 'sameorigin' } as const)
}

/** Headers of the files of a page, which do not need those of the page. */
export const filePolicy: RequestHandler = (_req, res, next) => {
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  next()
}
