import { Client, type ClientBase, type ClientConfig } from 'pg'
import { DatabaseError } from './database-error.ts'

const PROBE_TIMEOUT_MS = 1000

/** Settings of every connection. `queryTimeoutMs` is the time that this side waits for an answer. */
export function connectionTo(
  url: string,
  queryTimeoutMs: number,
  {
    connectTimeoutMs = 3000,
    replica,
  }: { connectTimeoutMs?: number | undefined; replica?: string | undefined } = {},
): ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    // In `pg_stat_activity`.
    application_name: replica === undefined ? 'svc-sandbox' : `svc-sandbox ${replica}`,
  }
}

/**
 * Lets PostgreSQL itself end statements and transactions of ours that take too long, even when this process is gone.
 * A statement that it cancels has no effect; of one that only we gave up, nobody knows. pgbouncer refuses such settings.
 */
export function serverLimits(queryTimeoutMs: number): ClientConfig {
  return {
    statement_timeout: Math.floor(queryTimeoutMs * 0.9),
    idle_in_transaction_session_timeout: queryTimeoutMs * 2,
  }
}

/** Connects, sends a statement and disconnects; rejects if that fails or takes more than a second. */
export async function probe(url: string): Promise<void> {
  const client = new Client(
    connectionTo(url, PROBE_TIMEOUT_MS, { connectTimeoutMs: PROBE_TIMEOUT_MS }),
  )
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      "SELECT current_setting('transaction_read_only') AS is_read_only",
    )
    // No request can be answered: each is counted.
    if (rows[0]?.is_read_only === 'on') {
      throw new DatabaseError('away', 'The database accepts no changes: it is read-only.')
    }
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
