// The reference: Express 5 as everybody writes it, with the bytes that the sandbox answers. It is spared what the
// sandbox does without: an ETag of each answer, and a header of its name.
import { readFileSync } from 'node:fs'
import express from 'express'

const [port, file] = process.argv.slice(2)
const { list, read, create, refused, invalid } = JSON.parse(readFileSync(file, 'utf8'))

const app = express()
app.disable('etag')
app.disable('x-powered-by')

app
  .use((req, res, next) => {
    if (req.headers.authorization === 'Bearer svc_test_demo') next()
    else res.status(401).json(refused)
  })
  .get('/api/campaigns', (_req, res) => {
    res.json(list)
  })
  .get('/api/campaigns/:id', (_req, res) => {
    res.json(read)
  })
  .post('/api/campaigns', express.json(), (req, res) => {
    if (typeof req.body.name === 'string') res.status(201).json(create)
    else res.status(400).json(invalid)
  })
  .listen(Number(port), '127.0.0.1')
