-- What the keeper of the backup has last noted, for operators: the backup itself is elsewhere, and may not be in reach.

create table operator.backup (
  -- As BACKUP_TO names it.
  place text primary key check (char_length(place) <= 1000),
  noted_at timestamptz not null,
  -- Up to when everything that was committed is in the backup.
  reached_at timestamptz,
  base text check (char_length(base) <= 100),
  base_at timestamptz,
  -- The base that was checked last, and what was wrong with it.
  checked_base text check (char_length(checked_base) <= 100),
  checked_at timestamptz,
  faults int check (faults >= 0),
  -- Why it does not go on; null while it does.
  trouble text check (char_length(trouble) <= 1000),
  trouble_since timestamptz,
  check ((base is null) = (base_at is null)),
  check ((trouble is null) = (trouble_since is null)),
  check ((checked_at is null) = (checked_base is null) and (checked_at is null) = (faults is null))
);
