-- Which replica moves an account on. The fence increases with each holder, so that late outcomes of an earlier one are refused.
CREATE TABLE IF NOT EXISTS sandbox.account_hold (
  account_id text COLLATE "C" PRIMARY KEY,
  fence bigint NOT NULL,
  replica_id text
);

-- The replicas that run, and the workers of the queue in each.
CREATE TABLE sandbox.replica (
  id text PRIMARY KEY,
  worker_ids text[] NOT NULL DEFAULT '{}',
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- Has an account looked at after so many milliseconds, or earlier if that was planned. The lock on a planned job makes
-- its worker wait for the end of this transaction; otherwise it could miss what this transaction changes.
CREATE FUNCTION sandbox.wake(account text, delay_ms double precision) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  wanted timestamptz := clock_timestamp() + delay_ms * interval '1 millisecond';
  planned timestamptz;
BEGIN
  SELECT run_at INTO planned FROM graphile_worker._private_jobs
    WHERE key = account AND is_available FOR UPDATE;
  IF planned <= wanted THEN
    RETURN;
  END IF;
  PERFORM graphile_worker.add_job(
    'account', json_build_object('account', account),
    queue_name := account, run_at := wanted, job_key := account);
END
$$;
