-- Number of the newest event that was restored with the log. Streams of an earlier log of the account continue after it.
ALTER TABLE sandbox.event_log ADD COLUMN restored bigint NOT NULL DEFAULT 0;
