import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/**
 * Security headers of a page: it loads scripts and styles of this server alone, asks nobody else for anything, and no
 * other page may frame it. The one script in the page itself, its import map, is allowed by the hash of its text.
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
    // Whether it is reached by TLS is the proxy's to say, if there is one.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  })
}

/**
 * Those of what a page loads. The rest says something of pages alone, and would be a third of what some sixty small files
 * weigh.
 */
export function filePolicy(): RequestHandler {
  return helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}

/** CSP sources (`'sha256-…'`, CSP Level 3 §2.3.1) of the scripts that stand in a page. */
function inlineHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}
