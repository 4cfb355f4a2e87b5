-- Accounts and their API keys.

-- Up Migration
create table accounts (
  id uuid primary key,
  issuer text not null,
  subject text not null,
  email text not null,
  tier text not null default 'free' check (tier in ('free', 'pro', 'business')),
  -- Counted here, under the row's lock, because counting jobs does not stay flat as they grow.
  active_jobs integer not null default 0 check (active_jobs >= 0),
  visible_jobs bigint not null default 0 check (visible_jobs >= 0),
  created_at timestamptz not null,
  unique (issuer, subject)
);

create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null check (char_length(name) between 1 and 64),
  key_prefix text not null check (key_prefix ~ '^oct_[0-9a-f]{8}$'),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);

create index api_keys_of_account on api_keys (account_id, created_at desc);
create index api_keys_active on api_keys (account_id) where revoked_at is null;

-- Down Migration
drop table api_keys;
drop table accounts;
