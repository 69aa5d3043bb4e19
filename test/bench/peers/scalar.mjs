// Scalar's mock server is a library: this is the least that serves it.
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { createMockServer } from '@scalar/mock-server'

const [port, file] = process.argv.slice(2)
const { fetch } = await createMockServer({ document: JSON.parse(readFileSync(file, 'utf8')) })
serve({ fetch, port: Number(port), hostname: '127.0.0.1' })
