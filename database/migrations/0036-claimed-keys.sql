-- The keys of requests that go together are claimed together, by platform.claim_keys.
drop function platform.claim_key(uuid, uuid, text, bytea[], timestamptz);
