-- What an agency keeps for its clients: templates of accounts, entries, matching rules and texts, which companies have
-- what from them, and each time that they were rolled out.

create table agency.template (
  agency_id uuid not null references identity.agency (id),
  id uuid not null,
  kind text not null check (kind in ('account', 'entryTemplate', 'matchingRule', 'texts')),
  -- What there is one of: the number of an account, the name of anything else.
  key text not null check (char_length(key) between 1 and 200),
  name text not null check (char_length(name) between 1 and 200),
  -- What it says, as the API has it.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  version integer not null check (version > 0),
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (agency_id, id),
  unique (agency_id, kind, key)
);

-- What a company has from a template. The content is as it was left there: what differs from it since, the company has
-- changed itself.
create table agency.template_use (
  company_id uuid not null references identity.company (id),
  agency_id uuid not null,
  template_id uuid not null,
  version integer not null check (version > 0),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  -- What it became in the company: the number of an account, the id of anything else.
  resource_id text not null check (char_length(resource_id) between 1 and 36),
  actor_id uuid not null,
  actor_name text not null,
  modified_at timestamptz not null,
  primary key (company_id, agency_id, template_id),
  foreign key (agency_id, template_id) references agency.template (agency_id, id) on delete cascade
);

create index template_use_of on agency.template_use (agency_id, template_id, company_id);

create table agency.template_rollout (
  agency_id uuid not null references identity.agency (id),
  id uuid not null,
  state text not null check (state in ('previewing', 'previewed', 'applying', 'applied')),
  overwrites boolean not null,
  adds_accounts boolean not null,
  actor_id uuid not null,
  actor_name text not null,
  -- How many steps came to what, as of the last portion.
  counts jsonb not null check (jsonb_typeof(counts) = 'object'),
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (agency_id, id)
);

-- One template at one company.
create table agency.template_rollout_step (
  agency_id uuid not null,
  rollout_id uuid not null,
  id uuid not null,
  company_id uuid not null references identity.company (id),
  company_name text not null,
  -- Without a reference: what has become of it stays when the template is gone.
  template_id uuid not null,
  template_name text not null,
  kind text not null,
  version integer not null,
  -- What would happen; null until it has been looked at.
  outcome text check (outcome in ('add', 'change', 'same', 'own', 'removed', 'blocked')),
  before jsonb,
  after jsonb,
  -- Accounts that come along: what the template needs and the chart lacks.
  accounts jsonb not null default '[]' check (jsonb_typeof(accounts) = 'array'),
  is_chosen boolean not null default false,
  -- What did happen; null until then, and for good where nothing was to.
  result text check (result in ('applied', 'unchanged', 'stale', 'failed')),
  reason_code text,
  reason text,
  modified_at timestamptz not null,
  primary key (agency_id, rollout_id, id),
  unique (agency_id, rollout_id, company_id, template_id),
  foreign key (agency_id, rollout_id) references agency.template_rollout (agency_id, id) on delete cascade,
  check (result is null or (is_chosen and outcome in ('add', 'change', 'same'))),
  check ((reason_code is null) = (reason is null))
);
