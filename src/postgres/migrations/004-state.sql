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
  -- When the next new credential from a throttled address is checked.
  next_check bigint,
  PRIMARY KEY (kind, account_id, caller)
) WITH (fillfactor = 50);

-- Usage of keys, by the hash of their tokens: a later key may get the id of a deleted one.
CREATE TABLE sandbox.key_use (
  account_id text COLLATE "C" NOT NULL,
  key_hash text COLLATE "C" NOT NULL,
  last_used_at bigint NOT NULL,
  PRIMARY KEY (account_id, key_hash)
) WITH (fillfactor = 70);

CREATE TABLE sandbox.key_day (
  account_id text COLLATE "C" NOT NULL,
  key_hash text COLLATE "C" NOT NULL,
  -- Days since 1970.
  day integer NOT NULL,
  requests bigint NOT NULL,
  rate_limited bigint NOT NULL,
  client_errors bigint NOT NULL,
  server_errors bigint NOT NULL,
  PRIMARY KEY (account_id, key_hash, day)
) WITH (fillfactor = 70);

-- Time of the last request for an account, on the server's clock.
CREATE TABLE sandbox.account_seen (
  account_id text COLLATE "C" PRIMARY KEY,
  seen_at bigint NOT NULL
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

-- The secret part of the address of the account's receiver. It follows from the account.
ALTER TABLE sandbox.account ADD COLUMN receiver_id text COLLATE "C";
CREATE INDEX account_receiver ON sandbox.account (receiver_id);

-- When a visitor's account was created, on the server's clock. Null for other accounts.
ALTER TABLE sandbox.account ADD COLUMN visitor_since bigint;
CREATE INDEX account_visitor ON sandbox.account (visitor_since) WHERE visitor_since IS NOT NULL;

-- Places of visitors' accounts that are being created.
CREATE TABLE sandbox.sign_up (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  reserved_at timestamptz NOT NULL DEFAULT now()
);

-- Snapshots of accounts, with copies of their rows.
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
  -- Events and deliveries, as the event log saves them.
  events text NOT NULL,
  PRIMARY KEY (account_id, name)
);

CREATE TABLE sandbox.snapshot_entry (
  account_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- `campaigns`, or the collection of a record.
  collection text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  place bigint NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (account_id, name, collection, id)
);
