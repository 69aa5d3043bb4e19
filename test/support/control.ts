import supertest from 'supertest'

interface ControlOptions {
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
  /** Sent as Authorization: Bearer. */
  token?: string
}

/** Calls paths below `/_sandbox` of a sandbox in a test, by default as its operator on this machine. */
export function controlOf({ port }: { port: number }) {
  const call =
    (method: 'get' | 'post' | 'put' | 'patch' | 'delete') =>
    async (path: string, { query = {}, body, headers = {}, token }: ControlOptions = {}) => {
      const request = supertest(`http://127.0.0.1:${port}`)
        [method](`/_sandbox${path}`)
        .query(query)
        .set(headers)
      if (token !== undefined) request.set('Authorization', `Bearer ${token}`)
      return body === undefined ? request : request.send(body as object)
    }
  return {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
  }
}
