-- Anchors: signed statements of where the chains of the books end, to be kept where nobody who may write here reaches.

create schema anchors;

create table anchors.anchor (
  number bigint primary key check (number > 0),
  made_at timestamptz not null,
  -- What is signed: which anchor it is, which one was before it, and the digest of the ends of the chains.
  statement text not null check (char_length(statement) <= 1000),
  signature bytea not null check (octet_length(signature) = 64),
  -- Under which digest the lines of the ends are kept as a file.
  heads_digest bytea not null check (octet_length(heads_digest) = 32),
  heads bigint not null check (heads >= 0),
  -- The time stamp of an authority (RFC 3161, DER), and where else the anchor has gone.
  stamp bytea,
  stamped_at timestamptz,
  put_at timestamptz,
  mailed_at timestamptz,
  check ((stamp is null) = (stamped_at is null))
);

-- Where a chain ended when it was anchored last: an anchor tells those that have moved since.
create table anchors.head (
  owner_id uuid not null,
  chain text not null,
  number bigint not null check (number > 0),
  primary key (owner_id, chain)
);
