-- When each account has to be looked at next. Replaces the queue of graphile-worker, whose schema `graphile_worker` is not
-- used any more: an account has one row, and nothing is written while nothing is due.
ALTER TABLE sandbox.account_hold ADD COLUMN due_at timestamptz;
ALTER TABLE sandbox.account_hold SET (fillfactor = 70);

CREATE INDEX account_hold_due ON sandbox.account_hold (due_at) WHERE replica_id IS NULL;
CREATE INDEX account_hold_replica ON sandbox.account_hold (replica_id) WHERE replica_id IS NOT NULL;

-- Fences now come from this sequence, so that they grow even if an account is removed and added again.
SELECT setval('sandbox.turn',
  greatest(nextval('sandbox.turn'), (SELECT max(fence) FROM sandbox.account_hold)));

-- The planned times were in the queue: all accounts are looked at once. Rows of removed accounts go then.
INSERT INTO sandbox.account_hold AS hold (account_id, fence, due_at)
  SELECT id, 0, now() FROM sandbox.account
  ON CONFLICT (account_id) DO UPDATE SET due_at = excluded.due_at, replica_id = NULL;
DELETE FROM sandbox.account_hold WHERE account_id NOT IN (SELECT id FROM sandbox.account);

-- Has an account looked at after so many milliseconds, or earlier if that was planned. The lock on its row makes replicas
-- wait for the end of this transaction; otherwise they could miss what it changes.
CREATE OR REPLACE FUNCTION sandbox.wake(account text, delay_ms double precision) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO sandbox.account_hold AS hold (account_id, fence, due_at)
    VALUES (account, 0, clock_timestamp() + delay_ms * interval '1 millisecond')
    ON CONFLICT (account_id) DO UPDATE SET due_at = least(hold.due_at, excluded.due_at)
$$;

-- Earlier releases wait for jobs of the queue.
UPDATE sandbox.compatibility SET needs = 8;
