-- What all replicas must agree on. One row, written by the first replica that starts.
CREATE TABLE sandbox.settings (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Seed of the generated data.
  seed bigint NOT NULL,
  -- Milliseconds that the server's clock is ahead of real time (`--now`).
  offset_ms bigint NOT NULL,
  -- SHA-256 of the OpenAPI document with its overlays.
  document_hash text NOT NULL,
  fixture text NOT NULL
);

-- Two releases may run on one schema: a release that knows migration `needs` or a later one works on it.
-- A migration that breaks older releases raises `needs` to its own number.
CREATE TABLE sandbox.compatibility (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  needs integer NOT NULL
);

INSERT INTO sandbox.compatibility (needs) VALUES (1);
