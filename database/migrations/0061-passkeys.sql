-- Passkeys (WebAuthn): keys that people's devices hold, and that open their accounts in place of password and code.
create table identity.passkey (
  id uuid primary key,
  person_id uuid not null references identity.person (id),
  credential_id bytea not null unique,
  -- As the device gives it (COSE, RFC 9052).
  public_key bytea not null,
  -- How often it has signed, by its own count; 0 of those that do not count.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  name text not null constraint passkey_name_is_seen check (platform.is_seen(name)),
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkey_of_person on identity.passkey (person_id);

-- What was signed once, so that it is not taken twice while it would still do.
create table identity.used_challenge (
  digest bytea primary key,
  used_at timestamptz not null
);
