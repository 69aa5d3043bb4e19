import { readFileSync } from 'node:fs'

/** A request of a Postman collection, as far as it is read here. */
interface Request {
  name: string
  method: string
  header?: { key: string; value: string; disabled?: boolean }[]
  url: {
    path: string[]
    query?: { key: string; value: string; disabled?: boolean }[]
    variable?: { key: string; value: string }[]
  }
  body?: { raw: string }
}

interface Item {
  name: string
  item?: Item[]
  request?: Request
}

/** Requests whose examples name what the demo data does not have. */
const UNKNOWN = /^(webhooks|alerts)\/:id/

/** Sends every request of a collection in the order of its creations, reads, changes and deletions. Throws for a refusal. */
export async function playCollection(file: string, { url }: { url: string }): Promise<void> {
  const collection = JSON.parse(readFileSync(file, 'utf8')) as Item
  const requests = requestsOf(collection)
  if (requests.length < 30) throw new Error(`The collection has ${requests.length} requests.`)
  const order = ['POST', 'GET', 'PUT', 'DELETE']
  requests.sort((one, other) => order.indexOf(one.method) - order.indexOf(other.method))
  for (const { method, header = [], url: place, body } of requests) {
    const { path, query = [], variable = [] } = place
    const names = new Map(variable.map(({ key, value }) => [`:${key}`, value]))
    const target = new URL(`${url}/${path.map((step) => names.get(step) ?? step).join('/')}`)
    for (const { key, value, disabled } of query) {
      if (!disabled) target.searchParams.append(key, value)
    }
    const headers = Object.fromEntries(
      header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]),
    )
    const response = await fetch(target, {
      method,
      headers: { ...headers, Authorization: 'Bearer svc_test_demo' },
      ...(body && { body: body.raw }),
    })
    const expected = UNKNOWN.test(path.join('/')) ? [404] : [200, 201]
    if (!expected.includes(response.status)) {
      throw new Error(`${method} ${target.pathname}: ${response.status} ${await response.text()}`)
    }
  }
}

function requestsOf({ item = [], request }: Item): Request[] {
  return [...(request ? [request] : []), ...item.flatMap(requestsOf)]
}
