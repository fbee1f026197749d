-- Earlier keys of anchors: a key of the settings vouches for each, so that what it has signed is verified when its
-- secret key is gone. Whoever may write here and has no secret key can have no other key accepted.

create table anchors.earlier_key (
  -- As statements name it.
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  -- SubjectPublicKeyInfo in DER; null where it was lost with its secret key.
  public_key bytea check (octet_length(public_key) = 44),
  -- The last anchor that it has signed, and the SHA-256 of its statement, which stands for all before it.
  last_number bigint not null check (last_number > 0),
  last_digest bytea not null check (octet_length(last_digest) = 32),
  -- The key that has signed all of this.
  vouched_by text not null check (vouched_by ~ '^[0-9a-f]{16}$'),
  vouched_at timestamptz not null,
  signature bytea not null check (octet_length(signature) = 64)
);
