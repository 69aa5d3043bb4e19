import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'

export interface TlsAnswer {
  status: number
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: Tests read any member.
  body: any
}

/** Sends a request with HTTPS and trusts the certificate `ca` alone. Rejects with the error of the connection. */
export function sendTrusting(
  ca: string,
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: object } = {},
): Promise<TlsAnswer> {
  return new Promise((resolve, reject) => {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const fields = { Authorization: 'Bearer svc_test_demo', ...json, ...headers }
    const sent = request(
      url,
      { method, ca, agent: false, servername: 'localhost', headers: fields },
      (res) => {
        let text = ''
        res.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        res.once('error', reject).once('end', () => {
          const isJson = res.headers['content-type']?.includes('json')
          const { statusCode: status = 0, headers: received } = res
          resolve({ status, headers: received, body: isJson ? JSON.parse(text) : text })
        })
      },
    )
    sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  })
}
