// A receiver that takes every event at once: node receiver.js <port>
import { createServer } from 'node:http'

createServer((req, res) => {
  req.resume().on('end', () => res.writeHead(200).end('{}'))
}).listen(Number(process.argv[2]), '127.0.0.1')
