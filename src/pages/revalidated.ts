import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import express, { type RequestHandler, type Response } from 'express'

/** The files of a folder; what it has no file for is left to others. */
export function revalidatedFiles(folder: string): RequestHandler {
  return express.static(folder, {
    index: false,
    redirect: false,
    lastModified: false,
    setHeaders: (res, file) => res.set(revalidation(file)),
  })
}

export function sendRevalidated(res: Response, root: string, name: string): void {
  res.sendFile(name, { root, lastModified: false, headers: revalidation(join(root, name)) })
}

/** A page that was put together here. */
export function sendText(res: Response, type: string, text: string): void {
  res.set(revalidationOf(text)).type(type)
  if (res.req.fresh) res.status(304).end()
  else res.send(text)
}

/**
 * Asked for again each time and answered with 304, so that a page never mixes files of two releases. By its content,
 * since npm gives the files of every release one and the same date.
 */
function revalidation(file: string): Record<string, string> {
  return revalidationOf(readFileSync(file))
}

function revalidationOf(content: Buffer | string): Record<string, string> {
  const hash = createHash('sha256').update(content).digest('base64url')
  return { 'Cache-Control': 'no-cache', ETag: `W/"${hash}"` }
}
