import { Client, type ClientBase, type ClientConfig } from 'pg'

const CONNECT_TIMEOUT_MS = 3000
const PROBE_TIMEOUT_MS = 1000

/** Settings of every connection. */
export function connectionTo(url: string, queryTimeoutMs: number): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    application_name: 'svc-sandbox',
  }
}

/** Connects, sends a statement and disconnects; rejects if that fails or takes more than a second. */
export async function probe(url: string): Promise<void> {
  const client = new Client({
    ...connectionTo(url, PROBE_TIMEOUT_MS),
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    void client.end().catch(() => {})
  } catch (error) {
    cut(client)
    throw error
  }
}

/** Closes a connection at once. `end()` waits for the other side, which may never answer. */
export function cut(client: ClientBase): void {
  // pg-pool closes connections in this way, too; there is no public one.
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}
