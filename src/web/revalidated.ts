import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import express, { type RequestHandler, type Response } from 'express'

/** Tests and compiler settings are in the same folders. */
const NOT_SERVED = /\.(ts|json)$/

/** Serves the files of a folder and passes other paths on. */
export function revalidatedFiles(folder: string): RequestHandler {
  const files = express.static(folder, {
    index: false,
    redirect: false,
    lastModified: false,
    setHeaders: (res, file) => res.set(revalidation(file)),
  })
  return (req, res, next) => (NOT_SERVED.test(req.path) ? next() : files(req, res, next))
}

export function sendRevalidated(res: Response, root: string, name: string): void {
  res.sendFile(name, { root, lastModified: false, headers: revalidation(join(root, name)) })
}

/** Sends a page that this server composes. */
export function sendText(res: Response, type: string, text: string): void {
  res.set(revalidationOf(text)).type(type)
  if (res.req.fresh) res.status(304).end()
  else res.send(text)
}

/**
 * Browsers revalidate each file and get 304, so a page never mixes files of two releases. The ETag depends on the content,
 * because npm sets the same date for all files.
 */
function revalidation(file: string): Record<string, string> {
  return revalidationOf(readFileSync(file))
}

function revalidationOf(content: Buffer | string): Record<string, string> {
  const hash = createHash('sha256').update(content).digest('base64url')
  return { 'Cache-Control': 'no-cache', ETag: `W/"${hash}"` }
}
