// The parts of undici that we use. Its index would load caches, mocks and fetch, too, which takes three times as long.
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici'
  export = Agent
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici'
  export = buildConnector
}

declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici'
  export = Client
}

declare module 'undici/lib/web/fetch/request.js' {
  export const Request: typeof globalThis.Request
}

declare module 'undici/lib/web/fetch/response.js' {
  export const Response: typeof globalThis.Response
}
