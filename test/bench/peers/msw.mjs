// MSW answers inside a program: with its own middleware for Express, it is a server. It sends the bytes of the sandbox.
import { readFileSync } from 'node:fs'
import { createServer } from '@mswjs/http-middleware'
import { HttpResponse, http } from 'msw'

const [port, file] = process.argv.slice(2)
const { list, read, create, refused, invalid } = JSON.parse(readFileSync(file, 'utf8'))

const withKey = (answer) => (info) =>
  info.request.headers.get('authorization') === 'Bearer svc_test_demo'
    ? answer(info)
    : HttpResponse.json(refused, { status: 401 })

createServer(
  http.get(
    '/api/campaigns',
    withKey(() => HttpResponse.json(list)),
  ),
  http.get(
    '/api/campaigns/:id',
    withKey(() => HttpResponse.json(read)),
  ),
  http.post(
    '/api/campaigns',
    withKey(async ({ request }) => {
      const { name } = await request.json()
      return typeof name === 'string'
        ? HttpResponse.json(create, { status: 201 })
        : HttpResponse.json(invalid, { status: 400 })
    }),
  ),
).listen(Number(port), '127.0.0.1')
