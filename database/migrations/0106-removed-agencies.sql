-- An agency that was removed: its row says so, and no longer which it was. Its number is free for whoever registers it anew.

alter table identity.agency add column removed_at timestamptz;
alter table identity.agency alter column organization_number drop not null;
alter table identity.agency
  add constraint agency_is_named_until_removed check ((removed_at is null) = (organization_number is not null));
