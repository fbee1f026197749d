-- Entries of several companies are booked by one statement, and keys of several are claimed by one.

drop function if exists ledger.post_entries(uuid, uuid, uuid, text, jsonb, boolean);
drop function if exists ledger.post_beside(uuid, jsonb);
drop function if exists platform.claim_keys(uuid, jsonb);
