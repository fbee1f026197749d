-- The account map moves to the ledger: every context that books documents finds its accounts there.
alter table sales.account_role set schema ledger;
