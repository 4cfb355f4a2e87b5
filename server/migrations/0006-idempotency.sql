-- Keys by which a client may repeat a submit without submitting twice.

-- Up Migration
create table idempotency_keys (
  account_id uuid not null references accounts (id),
  key text not null check (char_length(key) between 1 and 255),
  -- Of the file and the options: the same key with another request is a mistake, not a repetition.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  -- No reference: the key remembers a job that was deleted, so that a late repetition does not bring it back.
  job_id uuid not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Down Migration
drop table idempotency_keys;
