-- Two releases may run on one schema: a release that knows migration `needs` or a later one works on it.
-- A migration that breaks older releases raises `needs` to its own number.
CREATE TABLE sandbox.compatibility (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  needs integer NOT NULL
);
INSERT INTO sandbox.compatibility (needs) VALUES (1);

-- What all replicas must agree on. One row, written by the first replica that starts.
CREATE TABLE sandbox.settings (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Seed of the generated data.
  seed bigint NOT NULL,
  -- Milliseconds that the server's clock is ahead of real time (`--now`).
  offset_ms bigint NOT NULL,
  -- SHA-256 of the OpenAPI document with its overlays.
  document_hash text NOT NULL,
  -- SHA-256 of the document that was replaced last: its replicas may restart while they are replaced.
  document_before text,
  fixture text NOT NULL
);

-- When the demo last returned to its fixture (`--reset-every`). One row, in milliseconds since 1970 of real time.
CREATE TABLE sandbox.demo_reset (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  last_at bigint NOT NULL,
  -- Until then, the replica that claimed the next one is at work.
  claimed_until bigint NOT NULL DEFAULT 0
);


-- Accounts, a row for each part, so that the cost of a change does not depend on the size of the account.
-- JSON is stored as text: jsonb refuses \u0000 and reorders keys.

-- Numbers incarnations, settings of clocks and fences. They only ever grow, even if an account is removed and added again.
CREATE SEQUENCE sandbox.turn;

CREATE TABLE sandbox.account (
  id text COLLATE "C" PRIMARY KEY,
  -- Order in which accounts were added.
  place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- Another one after each replacement of the whole account.
  incarnation bigint NOT NULL DEFAULT nextval('sandbox.turn'),
  -- Increases with each change.
  revision bigint NOT NULL DEFAULT 1,
  -- Grows when the clock of the account is changed, or the account replaced.
  clock_revision bigint NOT NULL DEFAULT nextval('sandbox.turn'),
  -- Number of campaigns, because counting them takes long.
  campaigns integer NOT NULL,
  -- JSON of the members that have no rows.
  value text NOT NULL,
  -- The secret part of the address of its receiver. It follows from the account.
  receiver_id text COLLATE "C",
  -- When a visitor's account was created, on the server's clock. Null for other accounts.
  visitor_since bigint
) WITH (fillfactor = 70);

-- For ids that differ only in case.
CREATE INDEX account_folded ON sandbox.account (lower(id));
CREATE INDEX account_receiver ON sandbox.account (receiver_id);
CREATE INDEX account_visitor ON sandbox.account (visitor_since) WHERE visitor_since IS NOT NULL;

-- Entries of the collections of an account: campaigns, users, keys, webhooks and so on.
CREATE TABLE sandbox.entry (
  account_id text COLLATE "C" NOT NULL,
  collection text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- Order of creation.
  place bigint GENERATED ALWAYS AS IDENTITY,
  value text NOT NULL,
  -- By which campaigns are found; null for others.
  type text COLLATE "C",
  frequency text COLLATE "C",
  status text COLLATE "C",
  -- Name and keywords in lower case, as JavaScript makes it.
  search text COLLATE "C",
  PRIMARY KEY (account_id, collection, id)
);

CREATE INDEX entry_campaigns ON sandbox.entry (account_id, place) INCLUDE (id) WHERE collection = 'campaigns';

-- What replicas need to bring the accounts that they hold up to date. Unlogged: after a crash of the database, they load
-- the accounts again.
CREATE UNLOGGED TABLE sandbox.change (
  account_id text COLLATE "C" NOT NULL,
  incarnation bigint NOT NULL,
  revision bigint NOT NULL,
  -- JSON patches (immer), which lead from the revision before to this one.
  patches text NOT NULL,
  PRIMARY KEY (account_id, incarnation, revision)
);

CREATE TABLE sandbox.credential (
  -- SHA-256 of the token, hexadecimal.
  hash text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  key_id text NOT NULL,
  session_id text
);

CREATE INDEX credential_account ON sandbox.credential (account_id);


-- Events of the accounts and their deliveries.

CREATE TABLE sandbox.event_log (
  -- Another one after each reset.
  log bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: the account was reset or removed, and the rows are to be deleted.
  account_id text COLLATE "C" UNIQUE,
  -- Increases with each change.
  revision bigint NOT NULL DEFAULT 0,
  -- Number of the newest event, and of the newest one that was restored with the log.
  newest bigint NOT NULL DEFAULT 0,
  restored bigint NOT NULL DEFAULT 0,
  -- Deliveries that wait, and the time of the oldest event among them.
  pending integer NOT NULL DEFAULT 0,
  oldest_at bigint
) WITH (fillfactor = 50);

CREATE INDEX event_log_waiting ON sandbox.event_log (log) WHERE pending > 0;
CREATE INDEX event_log_forgotten ON sandbox.event_log (log) WHERE account_id IS NULL;

CREATE TABLE sandbox.event (
  log bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- Order in the log.
  number bigint NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (log, id)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

CREATE TABLE sandbox.delivery (
  log bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- Order in the log.
  number bigint GENERATED ALWAYS AS IDENTITY,
  -- With its attempts.
  value text NOT NULL,
  PRIMARY KEY (log, id)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

-- What replicas need to bring the logs that they hold up to date. Unlogged, as `change`.
CREATE UNLOGGED TABLE sandbox.event_change (
  log bigint NOT NULL,
  revision bigint NOT NULL,
  -- As a line of the journal in a data folder.
  change text NOT NULL,
  PRIMARY KEY (log, revision)
);


-- When each account has to be looked at next, and which replica does so. Nothing is written while nothing is due.
CREATE TABLE sandbox.account_hold (
  account_id text COLLATE "C" PRIMARY KEY,
  -- Increases with each holder, so that late outcomes of an earlier one are refused.
  fence bigint NOT NULL,
  replica_id text,
  due_at timestamptz
) WITH (fillfactor = 70);

CREATE INDEX account_hold_due ON sandbox.account_hold (due_at) WHERE replica_id IS NULL;
CREATE INDEX account_hold_replica ON sandbox.account_hold (replica_id) WHERE replica_id IS NOT NULL;

-- The replicas that run.
CREATE TABLE sandbox.replica (
  id text PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- Has an account looked at after so many milliseconds, or earlier if that was planned. The lock on its row makes replicas
-- wait for the end of this transaction; otherwise they could miss what it changes.
CREATE FUNCTION sandbox.wake(account text, delay_ms double precision) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO sandbox.account_hold AS hold (account_id, fence, due_at)
    VALUES (account, 0, clock_timestamp() + delay_ms * interval '1 millisecond')
    ON CONFLICT (account_id) DO UPDATE SET due_at = least(hold.due_at, excluded.due_at)
$$;


-- Quotas of keys, of addresses and of sign-ups (kind). A row holds both windows of a caller.
CREATE TABLE sandbox.quota (
  kind text COLLATE "C" NOT NULL,
  -- Empty for addresses.
  account_id text COLLATE "C" NOT NULL,
  -- Id of a key, or the subnet of an address.
  caller text COLLATE "C" NOT NULL,
  -- Of the account when it was charged last: an older one does not charge.
  clock_revision bigint NOT NULL,
  hour_from bigint NOT NULL,
  hour_used integer NOT NULL,
  day_from bigint NOT NULL,
  day_used integer NOT NULL,
  -- Whether the last request was allowed.
  allowed boolean NOT NULL,
  PRIMARY KEY (kind, account_id, caller)
) WITH (fillfactor = 50);

-- Usage of keys on a day, by the hash of their tokens: a later key may get the id of a deleted one.
CREATE TABLE sandbox.key_day (
  account_id text COLLATE "C" NOT NULL,
  key_hash text COLLATE "C" NOT NULL,
  -- Days since 1970.
  day integer NOT NULL,
  -- On the account's clock, and on the server's.
  last_used_at bigint NOT NULL,
  seen_at bigint NOT NULL,
  requests bigint NOT NULL,
  rate_limited bigint NOT NULL,
  client_errors bigint NOT NULL,
  server_errors bigint NOT NULL,
  PRIMARY KEY (account_id, key_hash, day)
) WITH (fillfactor = 70);

-- Logs that streams follow. Not unlogged, so that numbers continue after a crash of the database.
CREATE TABLE sandbox.log_sequence (
  log text COLLATE "C" PRIMARY KEY,
  last bigint NOT NULL
);
INSERT INTO sandbox.log_sequence VALUES ('requests', 0), ('received', 0);

-- The number and size of the entries of each account, so that nothing counts rows. Empty account_id: no account.
CREATE UNLOGGED TABLE sandbox.log_account (
  log text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  entries bigint NOT NULL,
  bytes bigint NOT NULL,
  -- Sequence of the newest entry that was dropped to make room.
  dropped bigint NOT NULL,
  PRIMARY KEY (log, account_id)
) WITH (fillfactor = 70);

CREATE UNLOGGED TABLE sandbox.log_entry (
  log text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  bytes integer NOT NULL,
  entry text NOT NULL,
  -- Of a request to the receiver: the status of the response, when it is sent.
  status integer,
  PRIMARY KEY (log, sequence)
);
CREATE INDEX log_entry_account ON sandbox.log_entry (log, account_id, sequence);

-- The responses to come of the receiver of an account.
CREATE TABLE sandbox.receiver_answers (
  account_id text COLLATE "C" PRIMARY KEY,
  answers text NOT NULL
);


-- Places of visitors' accounts that are being created.
CREATE TABLE sandbox.sign_up (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  reserved_at timestamptz NOT NULL DEFAULT now()
);

-- Snapshots of accounts.
CREATE TABLE sandbox.snapshot (
  account_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- On the server's clock.
  saved_at bigint NOT NULL,
  -- Time of the account's clock.
  shows bigint NOT NULL,
  campaigns integer NOT NULL,
  -- As in the account.
  value text NOT NULL,
  -- JSON of its entries.
  entries text NOT NULL,
  -- Events and deliveries, as the event log saves them.
  events text NOT NULL,
  PRIMARY KEY (account_id, name)
);
