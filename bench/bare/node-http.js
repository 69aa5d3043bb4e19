// The minimum: Node's own server sends the bytes that the sandbox sends, written again for each request.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file] = process.argv.slice(2)
const { list, read, create, refused, invalid } = JSON.parse(readFileSync(file, 'utf8'))

createServer((req, res) => {
  if (req.headers.authorization !== 'Bearer svc_test_demo') return answer(res, 401, refused)
  if (req.method === 'GET') return answer(res, 200, req.url === '/api/campaigns' ? list : read)
  let text = ''
  req.setEncoding('utf8')
  req.on('data', (chunk) => {
    text += chunk
  })
  req.on('end', () => {
    if (typeof JSON.parse(text).name === 'string') answer(res, 201, create)
    else answer(res, 400, invalid)
  })
}).listen(Number(port), '127.0.0.1')

function answer(res, status, body) {
  const text = JSON.stringify(body)
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  })
  res.end(text)
}
