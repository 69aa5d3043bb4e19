-- When the demo last returned to its fixture (`--reset-every`). One row, in milliseconds since 1970 of real time.
CREATE TABLE sandbox.demo_reset (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  last_at bigint NOT NULL,
  -- Until then, the replica that claimed the next one is at work.
  claimed_until bigint NOT NULL DEFAULT 0
);
