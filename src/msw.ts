import { type HttpHandler, HttpResponse, http } from 'msw'
import { rootOf } from './connection/base-url.ts'
import type { Fetch } from './index.ts'

/** Options of `sandboxHandlers`. */
export interface SandboxHandlerOptions {
  /** Base URL that your app uses for the API, such as `https://api.example.com/v1`. Default: the base URL of the sandbox. */
  baseUrl?: string | undefined
}

/**
 * MSW handlers for `setupServer` of `msw/node`. The sandbox answers all requests to the API at `baseUrl`, and to
 * the links in its responses. A broken connection is a network error.
 */
export function sandboxHandlers(
  sandbox: { url: string; fetchAt(baseUrl: string): Fetch },
  { baseUrl = sandbox.url }: SandboxHandlerOptions = {},
): HttpHandler[] {
  const send = sandbox.fetchAt(baseUrl)
  const root = rootOf(baseUrl)
  const base = baseUrl.replace(/\/+$/, '')
  const answer = async ({ request }: { request: Request }) => {
    try {
      return await send(request)
    } catch {
      return HttpResponse.error()
    }
  }
  return [base, `${base}/*`, `${root}/files/*`].map((place) => http.all(place, answer))
}
