import compression from 'compression'
import express, { type RequestHandler } from 'express'
import type { Services } from '../services.ts'
import { consoleStages } from './console-stages.ts'
import { docsStages } from './docs-stages.ts'

/** What pages and their files pass through. */
export function pageStages(services: Services): RequestHandler {
  const stages = express.Router()
  stages.use(compression())
  stages.use('/docs', docsStages(services))
  stages.use(consoleStages())
  return stages
}
