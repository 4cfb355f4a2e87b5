-- Accounts that their owners deleted. The row of an account stays, without its e-mail address and identity, because the
-- append-only ledger refers to it.
--
-- No reference to accounts, because it would lock their rows in an order that crosses that of other transactions.

-- Up Migration
create table closed_accounts (
  account_id uuid primary key,
  -- SHA-256 of issuer and subject, so that sessions from before stay invalid and pages of the month still count.
  -- Null once neither matters any more.
  identity_sha256 bytea unique check (octet_length(identity_sha256) = 32),
  closed_at timestamptz not null,
  -- When the last job and its files were removed.
  emptied_at timestamptz,
  check (identity_sha256 is not null or emptied_at is not null)
);

create index closed_accounts_to_empty on closed_accounts (closed_at) where emptied_at is null;
create index closed_accounts_to_forget on closed_accounts (closed_at)
  where emptied_at is not null and identity_sha256 is not null;

-- Whether a file of a closed account is being stored.
create index uploads_of_account on uploads (account_id);

-- Down Migration
drop index uploads_of_account;
drop table closed_accounts;
