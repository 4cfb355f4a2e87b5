-- Receipts of conversions: the keys that sign them, and the tools that wrote each output. Outputs of earlier versions
-- name no tools.

-- Up Migration
set local lock_timeout = '10s';

create table receipt_keys (
  -- RFC 7638 thumbprint of the public key.
  id text primary key,
  public_key bytea not null check (octet_length(public_key) = 32),
  -- Destroyed when the key is retired. The public key stays, so that earlier receipts can be verified.
  private_key_sealed bytea,
  created_at timestamptz not null default clock_timestamp(),
  retired_at timestamptz,
  check ((private_key_sealed is null) = (retired_at is not null))
);

-- One key signs.
create unique index receipt_keys_active on receipt_keys ((true)) where retired_at is null;

create table toolchains (
  -- SHA-256 of the tools as JSON.
  id bytea primary key check (octet_length(id) = 32),
  tools jsonb not null
);

alter table outputs add toolchain bytea check (octet_length(toolchain) = 32);

set local lock_timeout = 0;

-- Down Migration
alter table outputs drop toolchain;
drop table toolchains;
drop table receipt_keys;
