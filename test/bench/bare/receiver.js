// A receiver that takes every event at once, and below /slow after 900 ms: node receiver.js <port>
import { createServer } from 'node:http'

createServer((req, res) => {
  const answer = () => res.writeHead(200).end('{}')
  const ms = req.url.startsWith('/slow') ? 900 : 0
  req.resume().on('end', () => (ms > 0 ? setTimeout(answer, ms) : answer()))
}).listen(Number(process.argv[2]), '127.0.0.1')
