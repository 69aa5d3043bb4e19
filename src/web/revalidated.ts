import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import express, { type RequestHandler, type Response } from 'express'

/** Serves the files of a folder and passes other paths on. */
export function revalidatedFiles(folder: string): RequestHandler {
  return express.static(folder, {
    index: false,
    redirect: false,
    lastModified: false,
    setHeaders: (res, file) => res.set(revalidation(file)),
  })
}

/** The same for files whose names depend on their content, which browsers keep without asking again. */
export function hashedFiles(folder: string): RequestHandler {
  return express.static(folder, {
    index: false,
    redirect: false,
    lastModified: false,
    etag: false,
    immutable: true,
    maxAge: '1y',
  })
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
