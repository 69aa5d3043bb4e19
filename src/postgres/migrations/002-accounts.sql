-- Accounts, a row for each part, so that the cost of a change does not depend on the size of the account.
-- JSON is stored as text: jsonb refuses \u0000 and reorders keys.

-- Numbers incarnations and settings of clocks. They only ever grow, even if an account is removed and added again.
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
  -- All later revisions are in the change log.
  log_from bigint NOT NULL DEFAULT 1,
  -- Number of campaigns, because counting them takes long.
  campaigns integer NOT NULL,
  -- Last place that a campaign was given.
  places bigint NOT NULL,
  -- JSON of the members that have no rows.
  value text NOT NULL
) WITH (fillfactor = 70);

-- For ids that differ only in case.
CREATE INDEX account_folded ON sandbox.account (lower(id));

CREATE TABLE sandbox.campaign (
  account_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- Order of creation.
  place bigint NOT NULL,
  type text COLLATE "C" NOT NULL,
  frequency text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  -- Name and keywords in lower case, as JavaScript makes it.
  search text COLLATE "C" NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (account_id, id)
);

-- Filters are counted in this index alone.
CREATE UNIQUE INDEX campaign_place ON sandbox.campaign (account_id, place)
  INCLUDE (type, frequency, status, id);

-- Number of campaigns in each thousand places, so that a page in the middle of a list need not be counted off from an end.
CREATE TABLE sandbox.campaign_block (
  account_id text COLLATE "C" NOT NULL,
  block bigint NOT NULL,
  campaigns integer NOT NULL,
  PRIMARY KEY (account_id, block)
) WITH (fillfactor = 70);

-- Entries of the other collections of an account: users, keys, sessions, webhooks, alerts, faults, usage, lastRuns, past.
CREATE TABLE sandbox.record (
  account_id text COLLATE "C" NOT NULL,
  collection text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  place bigint GENERATED ALWAYS AS IDENTITY,
  value text NOT NULL,
  PRIMARY KEY (account_id, collection, id)
);

-- What replicas need to bring the accounts that they hold up to date.
CREATE TABLE sandbox.change (
  account_id text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  -- JSON patches (immer), which lead from the revision before to this one.
  patches text NOT NULL,
  PRIMARY KEY (account_id, revision)
);

CREATE TABLE sandbox.credential (
  -- SHA-256 of the token, hexadecimal.
  hash text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  key_id text NOT NULL,
  session_id text
);

CREATE INDEX credential_account ON sandbox.credential (account_id);

-- Finds campaigns by a part of a word. Without the extensions, which some hosts do not offer, a search reads all
-- campaigns of the account.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE EXTENSION IF NOT EXISTS btree_gin;
  EXECUTE format(
    'CREATE INDEX campaign_search ON sandbox.campaign USING gin (account_id %I.text_ops, search %I.gin_trgm_ops)',
    (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE extname = 'btree_gin'),
    (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE extname = 'pg_trgm'));
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR undefined_object OR feature_not_supported THEN
    RAISE NOTICE 'There is no index for searching campaigns: %', SQLERRM;
END
$$;
