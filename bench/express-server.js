// The reference: Express 5 as everybody writes it, with the bytes that the sandbox answers.
import { readFileSync } from 'node:fs'
import express from 'express'

const [port, file] = process.argv.slice(2)
const body = JSON.parse(readFileSync(file, 'utf8'))

express()
  .get('/api/campaigns', (_req, res) => {
    res.json(body)
  })
  .listen(Number(port), '127.0.0.1')
