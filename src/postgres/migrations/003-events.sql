-- Events of the accounts and their deliveries. Numbers of rows are taken under the lock of the account's row in
-- event_log, so those of an account become visible in their order.

CREATE TABLE sandbox.event_log (
  -- Another one after each reset.
  log bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: the account was reset or removed, and the rows are being deleted.
  account_id text COLLATE "C" UNIQUE,
  -- Counted here, so that nothing counts rows.
  events integer NOT NULL DEFAULT 0,
  deliveries integer NOT NULL DEFAULT 0,
  pending integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  -- Bytes of the bodies of pending deliveries.
  pending_bytes bigint NOT NULL DEFAULT 0,
  -- Time of the event that was added last.
  newest_at bigint NOT NULL DEFAULT 0,
  -- The same, when events of more than a day were dropped last.
  tidied_at bigint,
  -- Bytes up to which nothing can be removed.
  full_at bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE INDEX event_log_forgotten ON sandbox.event_log (log) WHERE account_id IS NULL;

CREATE TABLE sandbox.event (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  log bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  campaign_id text COLLATE "C" NOT NULL,
  alerts text[] COLLATE "C" NOT NULL,
  body text COLLATE "C" NOT NULL,
  bytes integer NOT NULL,
  UNIQUE (log, id)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

CREATE INDEX event_order ON sandbox.event (log, number);

CREATE TABLE sandbox.delivery (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  log bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- Number of the event; the next four are copies of its columns.
  event bigint NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  campaign_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  body_bytes integer NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  next_attempt_at bigint,
  failure_reason text COLLATE "C",
  -- Attempts so far; of these, scheduled ones, and those that are kept.
  made integer NOT NULL,
  scheduled integer NOT NULL,
  kept integer NOT NULL,
  -- Including its attempts.
  bytes integer NOT NULL,
  UNIQUE (log, id)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

CREATE INDEX delivery_order ON sandbox.delivery (log, number);
CREATE INDEX delivery_event ON sandbox.delivery (event);
CREATE INDEX delivery_pending ON sandbox.delivery (log, webhook_id, next_attempt_at, number)
  WHERE status = 'pending';

CREATE TABLE sandbox.attempt (
  delivery bigint NOT NULL,
  -- From 1.
  attempt integer NOT NULL,
  is_manual boolean NOT NULL,
  -- JSON without the members below, which are searched.
  value text NOT NULL,
  response_body text COLLATE "C" NOT NULL,
  error text COLLATE "C",
  bytes integer NOT NULL,
  PRIMARY KEY (delivery, attempt)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

-- Rows of runs that are written before the account has the run, and visible after it.
CREATE TABLE sandbox.staged (
  batch bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  log bigint NOT NULL,
  -- JSON of the events and deliveries.
  rows text NOT NULL
);

CREATE INDEX staged_log ON sandbox.staged (log, batch);
