// The minimum: Node's own server sends the bytes that the sandbox sends, prepared once.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file] = process.argv.slice(2)
const answers = JSON.parse(readFileSync(file, 'utf8'))
const [list, read, create, refused, invalid] = [
  prepared(200, answers.list),
  prepared(200, answers.read),
  prepared(201, answers.create),
  prepared(401, answers.refused),
  prepared(400, answers.invalid),
]

createServer((req, res) => {
  if (req.headers.authorization !== 'Bearer svc_test_demo') return refused(res)
  if (req.method === 'GET') return req.url === '/api/campaigns' ? list(res) : read(res)
  let text = ''
  req.setEncoding('utf8')
  req.on('data', (chunk) => {
    text += chunk
  })
  req.on('end', () => {
    if (typeof JSON.parse(text).name === 'string') create(res)
    else invalid(res)
  })
}).listen(Number(port), '127.0.0.1')

function prepared(status, body) {
  const bytes = Buffer.from(JSON.stringify(body))
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
  }
  return (res) => res.writeHead(status, headers).end(bytes)
}
