import supertest from 'supertest'

export interface ControlOptions {
  /** Bearer token; none makes the caller of a sandbox on loopback its operator. */
  token?: string
  body?: object
  headers?: Record<string, string>
}

/** Calls `/_sandbox` + `path` of a sandbox. */
export async function control(
  { port }: { port: number },
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  { token, body, headers = {} }: ControlOptions = {},
): Promise<supertest.Response> {
  const request = supertest(`http://127.0.0.1:${port}`)[method](`/_sandbox${path}`).set(headers)
  if (token !== undefined) request.set('Authorization', `Bearer ${token}`)
  return body === undefined ? await request : await request.send(body)
}
