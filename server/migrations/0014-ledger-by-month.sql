-- The ledger audit reads the rows of an account and month in the order in which they were written, some thousands per
-- step. Nothing else used the index by time. Dropped first, so that the lock on the ledger is not raised half-way.

-- Up Migration
drop index ledger_of_account;
create index ledger_of_month on ledger (account_id, month, id) include (kind, pages);

-- Down Migration
drop index ledger_of_month;
create index ledger_of_account on ledger (account_id, at desc);
