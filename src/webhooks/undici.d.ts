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
