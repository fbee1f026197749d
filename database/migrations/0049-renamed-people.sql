-- Lists of members and users show what people are called: who was renamed since is told there.
alter table identity.person add column renamed_at timestamptz;
