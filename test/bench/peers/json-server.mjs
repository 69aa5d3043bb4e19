// json-server with its records in memory, as its README shows, and a way to take back what was created.
import { readFileSync } from 'node:fs'
import jsonServer from 'json-server'

const [port, file] = process.argv.slice(2)
const records = () => JSON.parse(readFileSync(file, 'utf8'))

const router = jsonServer.router(records())
jsonServer
  .create()
  .use(jsonServer.defaults({ logger: false }))
  .post('/reset', (_req, res) => {
    router.db.setState(records())
    res.json({})
  })
  .use(router)
  .listen(Number(port), '127.0.0.1')
