-- The schema after the last migration and with its functions, written by scripts/schema.mjs and never
-- by hand. It is for reading; what runs are the migrations and the files of functions.

create extension btree_gist;

create schema access;

create schema accruals;

create schema agency;

create schema anchors;

create schema annual_report;

create schema assets;

create schema banking;

create schema desk;

create schema documents;

create schema e_invoices;

create schema events;

create schema identity;

create schema ledger;

create schema mail_in;

create schema operator;

create schema payroll;

create schema plans;

create schema platform;

create schema proposals;

create schema purchasing;

create schema readings;

create schema recurring;

create schema reminders;

create schema request_log;

create schema sales;

create schema storage;

create schema tax_account;

create schema vat;

create schema webhooks;

create schema year_end;

create table access.access_token (
  id uuid not null,
  family_id uuid not null,
  digest bytea not null,
  given_for uuid,
  scopes text[] not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint access_token_pkey PRIMARY KEY (id),
  constraint access_token_family_id_fkey FOREIGN KEY (family_id) REFERENCES access.token_family(id)
);

create table access.authorization_code (
  id uuid not null,
  digest bytea not null,
  integration_id uuid not null,
  connection_id uuid not null,
  person_id uuid not null,
  scopes text[] not null,
  redirect_uri text not null,
  code_challenge text,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  family_id uuid,
  constraint authorization_code_pkey PRIMARY KEY (id),
  constraint authorization_code_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES access.connection(id),
  constraint authorization_code_family_id_fkey FOREIGN KEY (family_id) REFERENCES access.token_family(id),
  constraint authorization_code_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES access.integration(id),
  constraint authorization_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id)
);

create table access.client_secret (
  id uuid not null,
  integration_id uuid not null,
  slot smallint not null,
  digest bytea not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint client_secret_pkey PRIMARY KEY (id),
  constraint client_secret_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES access.integration(id),
  constraint client_secret_slot_check CHECK ((slot = ANY (ARRAY[1, 2])))
);

create table access.connection (
  id uuid not null,
  integration_id uuid not null,
  company_id uuid,
  agency_id uuid,
  scopes text[] not null,
  granted_by uuid,
  connected_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  machine_scopes text[],
  kept_out boolean not null default false,
  constraint connection_pkey PRIMARY KEY (id),
  constraint connection_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES identity.agency(id),
  constraint connection_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint connection_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES identity.person(id),
  constraint connection_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES access.integration(id),
  constraint connection_check CHECK ((num_nonnulls(company_id, agency_id) = 1)),
  constraint connection_kept_out_has_ended CHECK (((NOT kept_out) OR ((ended_at IS NOT NULL) AND (agency_id IS NOT NULL)))),
  constraint connection_machine_is_of_agency CHECK (((machine_scopes IS NULL) OR (agency_id IS NOT NULL))),
  constraint connection_says_by_whom CHECK (((cardinality(scopes) > 0) OR (machine_scopes IS NOT NULL)))
);

create table access.integration (
  id uuid not null,
  owner_id uuid,
  name text not null,
  description text not null,
  mode text not null,
  redirect_uris text[] not null,
  scopes text[] not null,
  machine_to_machine_at timestamp with time zone,
  elevated_scopes text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  approved_at timestamp with time zone,
  machine_to_machine_scopes text[] not null default '{}'::text[],
  registered_by text not null default 'person'::text,
  document_url text,
  document_until timestamp with time zone,
  constraint integration_pkey PRIMARY KEY (id),
  constraint integration_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES identity.person(id),
  constraint integration_check CHECK (((registered_by = 'document'::text) = (document_url IS NOT NULL))),
  constraint integration_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'production'::text]))),
  constraint integration_name_is_seen CHECK (platform.is_seen(name)),
  constraint integration_owner_check CHECK (((registered_by = 'person'::text) = (owner_id IS NOT NULL))),
  constraint integration_registered_by_check CHECK ((registered_by = ANY (ARRAY['person'::text, 'itself'::text, 'document'::text])))
);

create table access.refresh_token (
  id uuid not null,
  family_id uuid not null,
  digest bytea not null,
  given_for uuid not null,
  issued_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  key_digest bytea,
  ended_at timestamp with time zone,
  constraint refresh_token_pkey PRIMARY KEY (id),
  constraint refresh_token_family_id_fkey FOREIGN KEY (family_id) REFERENCES access.token_family(id)
);

create table access.token_family (
  id uuid not null,
  integration_id uuid not null,
  connection_id uuid,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_because text,
  constraint token_family_pkey PRIMARY KEY (id),
  constraint token_family_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES access.connection(id),
  constraint token_family_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES access.integration(id),
  constraint token_family_check CHECK (((ended_at IS NULL) = (ended_because IS NULL))),
  constraint token_family_ended_because_check CHECK ((ended_because = ANY (ARRAY['replayed'::text, 'revoked'::text])))
);

create table accruals.accrual (
  company_id uuid not null,
  id uuid not null,
  source_entry_id uuid not null,
  title text not null,
  account integer not null,
  balance_account integer not null,
  ore bigint not null,
  first_month date not null,
  months integer not null,
  journal_entry_id uuid not null,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint accrual_pkey PRIMARY KEY (company_id, id),
  constraint accrual_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id),
  constraint accrual_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint accrual_company_id_source_entry_id_fkey FOREIGN KEY (company_id, source_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint accrual_check CHECK ((balance_account <> account)),
  constraint accrual_first_month_check CHECK ((first_month = date_trunc('month'::text, (first_month)::timestamp with time zone))),
  constraint accrual_months_check CHECK (((months >= 1) AND (months <= 120))),
  constraint accrual_ore_check CHECK ((ore <> 0))
);

create table accruals.portion (
  company_id uuid not null,
  id uuid not null,
  accrual_id uuid not null,
  month date not null,
  ore bigint not null,
  journal_entry_id uuid not null,
  constraint portion_pkey PRIMARY KEY (company_id, id),
  constraint portion_company_id_accrual_id_fkey FOREIGN KEY (company_id, accrual_id) REFERENCES accruals.accrual(company_id, id),
  constraint portion_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint portion_month_check CHECK ((month = date_trunc('month'::text, (month)::timestamp with time zone)))
);

create table agency.navigation_link (
  id uuid not null,
  agency_id uuid not null,
  company_id uuid not null,
  person_id uuid not null,
  integration_id uuid not null,
  todo_type text,
  secret_digest bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint navigation_link_pkey PRIMARY KEY (id),
  constraint navigation_link_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES identity.agency(id),
  constraint navigation_link_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint navigation_link_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id)
);

create table agency.template (
  agency_id uuid not null,
  id uuid not null,
  kind text not null,
  key text not null,
  name text not null,
  content jsonb not null,
  version integer not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint template_pkey PRIMARY KEY (agency_id, id),
  constraint template_agency_id_kind_key_key UNIQUE (agency_id, kind, key),
  constraint template_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES identity.agency(id),
  constraint template_content_check CHECK ((jsonb_typeof(content) = 'object'::text)),
  constraint template_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 200))),
  constraint template_kind_check CHECK ((kind = ANY (ARRAY['account'::text, 'entryTemplate'::text, 'matchingRule'::text, 'texts'::text]))),
  constraint template_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint template_version_check CHECK ((version > 0))
);

create table agency.template_rollout (
  agency_id uuid not null,
  id uuid not null,
  state text not null,
  overwrites boolean not null,
  adds_accounts boolean not null,
  actor_id uuid not null,
  actor_name text not null,
  counts jsonb not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint template_rollout_pkey PRIMARY KEY (agency_id, id),
  constraint template_rollout_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES identity.agency(id),
  constraint template_rollout_counts_check CHECK ((jsonb_typeof(counts) = 'object'::text)),
  constraint template_rollout_state_check CHECK ((state = ANY (ARRAY['previewing'::text, 'previewed'::text, 'applying'::text, 'applied'::text, 'stopped'::text])))
);

create table agency.template_rollout_step (
  agency_id uuid not null,
  rollout_id uuid not null,
  id uuid not null,
  company_id uuid not null,
  company_name text not null,
  template_id uuid not null,
  template_name text not null,
  kind text not null,
  version integer not null,
  outcome text,
  before jsonb,
  after jsonb,
  accounts jsonb not null default '[]'::jsonb,
  is_chosen boolean not null default false,
  result text,
  reason_code text,
  reason text,
  modified_at timestamp with time zone not null,
  reason_said jsonb,
  constraint template_rollout_step_pkey PRIMARY KEY (agency_id, rollout_id, id),
  constraint template_rollout_step_agency_id_rollout_id_company_id_templ_key UNIQUE (agency_id, rollout_id, company_id, template_id),
  constraint template_rollout_step_agency_id_rollout_id_fkey FOREIGN KEY (agency_id, rollout_id) REFERENCES agency.template_rollout(agency_id, id) ON DELETE CASCADE,
  constraint template_rollout_step_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint template_rollout_step_accounts_check CHECK ((jsonb_typeof(accounts) = 'array'::text)),
  constraint template_rollout_step_check CHECK (((result IS NULL) OR (is_chosen AND (outcome = ANY (ARRAY['add'::text, 'change'::text, 'same'::text]))))),
  constraint template_rollout_step_check1 CHECK (((reason_code IS NULL) = (reason IS NULL))),
  constraint template_rollout_step_outcome_check CHECK ((outcome = ANY (ARRAY['add'::text, 'change'::text, 'same'::text, 'own'::text, 'removed'::text, 'blocked'::text]))),
  constraint template_rollout_step_result_check CHECK ((result = ANY (ARRAY['applied'::text, 'unchanged'::text, 'stale'::text, 'failed'::text]))),
  constraint template_rollout_step_said_has_a_reason CHECK (((reason_said IS NULL) OR ((reason IS NOT NULL) AND (reason_said ? 'reason'::text))))
);

create table agency.template_use (
  company_id uuid not null,
  agency_id uuid not null,
  template_id uuid not null,
  version integer not null,
  content jsonb not null,
  resource_id text not null,
  actor_id uuid not null,
  actor_name text not null,
  modified_at timestamp with time zone not null,
  constraint template_use_pkey PRIMARY KEY (company_id, agency_id, template_id),
  constraint template_use_agency_id_template_id_fkey FOREIGN KEY (agency_id, template_id) REFERENCES agency.template(agency_id, id) ON DELETE CASCADE,
  constraint template_use_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint template_use_content_check CHECK ((jsonb_typeof(content) = 'object'::text)),
  constraint template_use_resource_id_check CHECK (((char_length(resource_id) >= 1) AND (char_length(resource_id) <= 36))),
  constraint template_use_version_check CHECK ((version > 0))
);

create table anchors.anchor (
  number bigint not null,
  made_at timestamp with time zone not null,
  statement text not null,
  signature bytea not null,
  heads_digest bytea not null,
  heads bigint not null,
  stamp bytea,
  stamped_at timestamp with time zone,
  put_at timestamp with time zone,
  mailed_at timestamp with time zone,
  constraint anchor_pkey PRIMARY KEY (number),
  constraint anchor_check CHECK (((stamp IS NULL) = (stamped_at IS NULL))),
  constraint anchor_heads_check CHECK ((heads >= 0)),
  constraint anchor_heads_digest_check CHECK ((octet_length(heads_digest) = 32)),
  constraint anchor_number_check CHECK ((number > 0)),
  constraint anchor_signature_check CHECK ((octet_length(signature) = 64)),
  constraint anchor_statement_check CHECK ((char_length(statement) <= 1000))
);

create table anchors.earlier_key (
  key_id text not null,
  public_key bytea,
  last_number bigint not null,
  last_digest bytea not null,
  vouched_by text not null,
  vouched_at timestamp with time zone not null,
  signature bytea not null,
  constraint earlier_key_pkey PRIMARY KEY (key_id),
  constraint earlier_key_key_id_check CHECK ((key_id ~ '^[0-9a-f]{16}$'::text)),
  constraint earlier_key_last_digest_check CHECK ((octet_length(last_digest) = 32)),
  constraint earlier_key_last_number_check CHECK ((last_number > 0)),
  constraint earlier_key_public_key_check CHECK ((octet_length(public_key) = 44)),
  constraint earlier_key_signature_check CHECK ((octet_length(signature) = 64)),
  constraint earlier_key_vouched_by_check CHECK ((vouched_by ~ '^[0-9a-f]{16}$'::text))
);

create table anchors.head (
  owner_id uuid not null,
  chain text not null,
  number bigint not null,
  constraint head_pkey PRIMARY KEY (owner_id, chain),
  constraint head_number_check CHECK ((number > 0))
);

create table annual_report.filing (
  company_id uuid not null,
  id uuid not null,
  version_id uuid not null,
  filed_on date not null,
  channel text not null,
  reference text,
  receipt bytea,
  receipt_name text,
  receipt_type text,
  signing jsonb not null,
  noted_at timestamp with time zone not null,
  noted_by text not null,
  constraint filing_pkey PRIMARY KEY (company_id, id),
  constraint filing_company_id_version_id_fkey FOREIGN KEY (company_id, version_id) REFERENCES annual_report.version(company_id, id),
  constraint filing_channel_check CHECK ((channel = ANY (ARRAY['digital'::text, 'paper'::text]))),
  constraint filing_check CHECK ((num_nulls(receipt, receipt_name, receipt_type) = ANY (ARRAY[0, 3]))),
  constraint filing_receipt_check CHECK (((octet_length(receipt) >= 1) AND (octet_length(receipt) <= 524288))),
  constraint filing_receipt_name_check CHECK (((char_length(receipt_name) >= 1) AND (char_length(receipt_name) <= 200))),
  constraint filing_reference_check CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 200)))
);

create table annual_report.signing (
  company_id uuid not null,
  version_id uuid not null,
  content jsonb not null,
  modified_at timestamp with time zone not null,
  modified_by text not null,
  constraint signing_pkey PRIMARY KEY (company_id, version_id),
  constraint signing_company_id_version_id_fkey FOREIGN KEY (company_id, version_id) REFERENCES annual_report.version(company_id, id)
);

create table annual_report.text (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  content jsonb not null,
  modified_at timestamp with time zone not null,
  modified_by text not null,
  constraint text_pkey PRIMARY KEY (company_id, fiscal_year_id),
  constraint text_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id)
);

create table annual_report.version (
  company_id uuid not null,
  id uuid not null,
  fiscal_year_id uuid not null,
  number integer not null,
  snapshot jsonb not null,
  made_at timestamp with time zone not null,
  made_by text not null,
  constraint version_pkey PRIMARY KEY (company_id, id),
  constraint version_company_id_fiscal_year_id_number_key UNIQUE (company_id, fiscal_year_id, number),
  constraint version_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint version_number_check CHECK ((number > 0))
);

create table annual_report.withdrawal (
  company_id uuid not null,
  version_id uuid not null,
  reason text not null,
  withdrawn_at timestamp with time zone not null,
  withdrawn_by text not null,
  constraint withdrawal_pkey PRIMARY KEY (company_id, version_id),
  constraint withdrawal_company_id_version_id_fkey FOREIGN KEY (company_id, version_id) REFERENCES annual_report.version(company_id, id),
  constraint withdrawal_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500)))
);

create table assets.depreciation (
  company_id uuid not null,
  id uuid not null,
  fixed_asset_id uuid not null,
  month date not null,
  ore bigint not null,
  journal_entry_id uuid not null,
  constraint depreciation_pkey PRIMARY KEY (company_id, id),
  constraint depreciation_company_id_fixed_asset_id_fkey FOREIGN KEY (company_id, fixed_asset_id) REFERENCES assets.fixed_asset(company_id, id),
  constraint depreciation_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint depreciation_month_check CHECK ((month = date_trunc('month'::text, (month)::timestamp with time zone))),
  constraint depreciation_ore_check CHECK ((ore >= 0))
);

create table assets.disposal (
  company_id uuid not null,
  id uuid not null,
  fixed_asset_id uuid not null,
  date date not null,
  price_ore bigint not null,
  journal_entry_id uuid not null,
  constraint disposal_pkey PRIMARY KEY (company_id, id),
  constraint disposal_company_id_fixed_asset_id_fkey FOREIGN KEY (company_id, fixed_asset_id) REFERENCES assets.fixed_asset(company_id, id),
  constraint disposal_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint disposal_price_ore_check CHECK ((price_ore >= 0))
);

create table assets.fixed_asset (
  company_id uuid not null,
  id uuid not null,
  number text not null,
  name text not null,
  acquired_on date not null,
  value_ore bigint not null,
  residual_ore bigint not null,
  account integer not null,
  accumulated_account integer,
  expense_account integer,
  months integer,
  first_month date,
  depreciated_ore bigint not null default 0,
  depreciated_through date,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint fixed_asset_pkey PRIMARY KEY (company_id, id),
  constraint fixed_asset_company_id_number_key UNIQUE (company_id, number),
  constraint fixed_asset_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint fixed_asset_company_id_accumulated_account_fkey FOREIGN KEY (company_id, accumulated_account) REFERENCES ledger.account(company_id, number),
  constraint fixed_asset_company_id_expense_account_fkey FOREIGN KEY (company_id, expense_account) REFERENCES ledger.account(company_id, number),
  constraint fixed_asset_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id),
  constraint fixed_asset_check CHECK (((residual_ore >= 0) AND (residual_ore <= value_ore))),
  constraint fixed_asset_check1 CHECK (((depreciated_ore >= 0) AND (depreciated_ore <= (value_ore - residual_ore)))),
  constraint fixed_asset_check2 CHECK ((num_nulls(months, first_month, accumulated_account, expense_account) = ANY (ARRAY[0, 4]))),
  constraint fixed_asset_check3 CHECK (((months IS NOT NULL) OR ((depreciated_through IS NULL) AND (depreciated_ore = 0)))),
  constraint fixed_asset_check4 CHECK (((depreciated_ore = 0) = (depreciated_through IS NULL))),
  constraint fixed_asset_depreciated_through_check CHECK ((depreciated_through = date_trunc('month'::text, (depreciated_through)::timestamp with time zone))),
  constraint fixed_asset_first_month_check CHECK ((first_month = date_trunc('month'::text, (first_month)::timestamp with time zone))),
  constraint fixed_asset_months_check CHECK (((months >= 1) AND (months <= 1200))),
  constraint fixed_asset_name_check CHECK (platform.is_seen(name)),
  constraint fixed_asset_number_check CHECK ((number <> ''::text)),
  constraint fixed_asset_value_ore_check CHECK ((value_ore > 0))
);

create table assets.value_change (
  company_id uuid not null,
  id uuid not null,
  fixed_asset_id uuid not null,
  kind text not null,
  date date not null,
  value_ore bigint not null,
  residual_ore bigint not null,
  depreciated_ore bigint not null,
  written_down_ore bigint not null,
  price_ore bigint,
  account integer,
  journal_entry_id uuid not null,
  constraint value_change_pkey PRIMARY KEY (company_id, id),
  constraint value_change_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint value_change_company_id_fixed_asset_id_fkey FOREIGN KEY (company_id, fixed_asset_id) REFERENCES assets.fixed_asset(company_id, id),
  constraint value_change_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint value_change_check CHECK (((residual_ore >= 0) AND (residual_ore <= value_ore))),
  constraint value_change_check1 CHECK (((account IS NOT NULL) OR (written_down_ore = 0))),
  constraint value_change_check2 CHECK (((kind <> 'writeDown'::text) OR (written_down_ore > 0))),
  constraint value_change_check3 CHECK (((kind <> 'writeDownReversal'::text) OR (written_down_ore < 0))),
  constraint value_change_check4 CHECK (((kind = 'partDisposal'::text) OR ((value_ore = 0) AND (residual_ore = 0) AND (depreciated_ore = 0)))),
  constraint value_change_check5 CHECK (((kind <> 'partDisposal'::text) OR ((value_ore > 0) AND (written_down_ore <= 0) AND (((residual_ore + depreciated_ore) - written_down_ore) <= value_ore)))),
  constraint value_change_check6 CHECK (((kind = 'partDisposal'::text) = (price_ore IS NOT NULL))),
  constraint value_change_depreciated_ore_check CHECK ((depreciated_ore >= 0)),
  constraint value_change_kind_check CHECK ((kind = ANY (ARRAY['writeDown'::text, 'writeDownReversal'::text, 'partDisposal'::text]))),
  constraint value_change_price_ore_check CHECK ((price_ore >= 0)),
  constraint value_change_value_ore_check CHECK ((value_ore >= 0))
);

create table banking.account (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  iban text not null,
  bic text,
  currency text not null default 'SEK'::text,
  bankgiro text,
  agreement text,
  account integer not null,
  is_default boolean not null default false,
  created_at timestamp with time zone not null,
  payment_format text not null default 'pain.001.001.03'::text,
  modified_at timestamp with time zone not null,
  constraint account_pkey PRIMARY KEY (company_id, id),
  constraint account_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint account_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint account_check CHECK (((NOT is_default) OR (currency = 'SEK'::text))),
  constraint account_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint account_name_is_seen CHECK (platform.is_seen(name)),
  constraint account_payment_format_check CHECK ((payment_format = ANY (ARRAY['pain.001.001.03'::text, 'pain.001.001.09'::text])))
);

create table banking.dropped_payment_file (
  company_id uuid not null,
  digest bytea not null,
  dropped_at timestamp with time zone not null default now(),
  constraint dropped_payment_file_pkey PRIMARY KEY (company_id, digest),
  constraint dropped_payment_file_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id)
);

create table banking.dropped_statement (
  company_id uuid not null,
  digest bytea not null,
  dropped_at timestamp with time zone not null default now(),
  constraint dropped_statement_pkey PRIMARY KEY (company_id, digest),
  constraint dropped_statement_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id)
);

create table banking.matching_rule (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  is_active boolean not null,
  direction text,
  text_contains text,
  counterparty text,
  reference text,
  from_ore bigint,
  to_ore bigint,
  account integer not null,
  vat_treatment text not null,
  tax_rate smallint not null,
  title text,
  tags jsonb not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  vat_kind text,
  constraint matching_rule_pkey PRIMARY KEY (company_id, id),
  constraint matching_rule_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint matching_rule_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id),
  constraint matching_rule_check CHECK ((from_ore <= to_ore)),
  constraint matching_rule_check1 CHECK ((num_nonnulls(text_contains, counterparty, reference, from_ore, to_ore) > 0)),
  constraint matching_rule_counterparty_check CHECK (((char_length(counterparty) >= 1) AND (char_length(counterparty) <= 200))),
  constraint matching_rule_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint matching_rule_from_ore_check CHECK ((from_ore > 0)),
  constraint matching_rule_kind_is_taxed CHECK (((vat_kind IS NULL) OR ((vat_treatment <> 'exempt'::text) AND (tax_rate > 0)))),
  constraint matching_rule_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint matching_rule_name_is_seen CHECK (platform.is_seen(name)),
  constraint matching_rule_reference_check CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 100))),
  constraint matching_rule_tax_rate_check CHECK ((tax_rate = ANY (ARRAY[25, 12, 6, 0]))),
  constraint matching_rule_text_contains_check CHECK (((char_length(text_contains) >= 1) AND (char_length(text_contains) <= 200))),
  constraint matching_rule_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200))),
  constraint matching_rule_title_is_seen CHECK (platform.is_seen(title)),
  constraint matching_rule_to_ore_check CHECK ((to_ore > 0)),
  constraint matching_rule_vat_kind_check CHECK ((vat_kind = ANY (ARRAY['standard'::text, 'food'::text, 'restaurant'::text, 'lodging'::text, 'art'::text, 'alcohol'::text, 'books'::text, 'passengerTransport'::text, 'culture'::text, 'dance'::text, 'sport'::text, 'copyright'::text, 'repair'::text])))
);

create table banking.month_reconciliation (
  company_id uuid not null,
  bank_account_id uuid not null,
  month date not null,
  bank_ore bigint not null,
  is_stated boolean not null,
  ledger_ore bigint not null,
  transaction_count integer not null,
  registration bigint not null,
  note text,
  reconciled_at timestamp with time zone not null,
  reconciled_by_kind text not null,
  reconciled_by_id uuid not null,
  reconciled_by_name text not null,
  reopened_at timestamp with time zone,
  reopened_by text,
  modified_at timestamp with time zone not null,
  constraint month_reconciliation_pkey PRIMARY KEY (company_id, bank_account_id, month),
  constraint month_reconciliation_company_id_bank_account_id_fkey FOREIGN KEY (company_id, bank_account_id) REFERENCES banking.account(company_id, id),
  constraint month_reconciliation_check CHECK (((bank_ore = ledger_ore) OR (note IS NOT NULL))),
  constraint month_reconciliation_check1 CHECK (((reopened_at IS NULL) = (reopened_by IS NULL))),
  constraint month_reconciliation_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint month_reconciliation_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 500))),
  constraint month_reconciliation_registration_check CHECK ((registration >= 0)),
  constraint month_reconciliation_reopened_by_check CHECK ((reopened_by = ANY (ARRAY['entry'::text, 'statement'::text, 'balance'::text, 'person'::text]))),
  constraint month_reconciliation_transaction_count_check CHECK ((transaction_count >= 0))
);

create table banking.payment (
  company_id uuid not null,
  id uuid not null,
  amount_ore bigint not null,
  payment_date date not null,
  own_note text,
  recipient jsonb not null,
  state text not null default 'readyToSign'::text,
  reason text,
  signed_at timestamp with time zone,
  signed_by_id uuid,
  signed_by_name text,
  payment_file_id uuid,
  paid_on date,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  bank_status text,
  bank_status_at timestamp with time zone,
  reason_code text,
  needs_attention boolean not null default false,
  purpose text,
  constraint payment_pkey PRIMARY KEY (company_id, id),
  constraint payment_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint payment_company_id_payment_file_id_fkey FOREIGN KEY (company_id, payment_file_id) REFERENCES banking.payment_file(company_id, id),
  constraint attention_once_signed CHECK (((NOT needs_attention) OR (state <> 'readyToSign'::text))),
  constraint bank_status_has_its_moment CHECK (((bank_status IS NULL) = (bank_status_at IS NULL))),
  constraint payment_amount_ore_check CHECK ((amount_ore > 0)),
  constraint payment_bank_status_check CHECK ((bank_status ~ '^[A-Z0-9]{1,4}$'::text)),
  constraint payment_check CHECK ((num_nulls(signed_at, signed_by_id, signed_by_name) = ANY (ARRAY[0, 3]))),
  constraint payment_check1 CHECK (((state = ANY (ARRAY['readyToSign'::text, 'cancelled'::text])) OR (signed_at IS NOT NULL))),
  constraint payment_check2 CHECK (((state <> 'readyToSign'::text) OR (signed_at IS NULL))),
  constraint payment_check3 CHECK (((payment_file_id IS NULL) OR (signed_at IS NOT NULL))),
  constraint payment_check4 CHECK (((state = 'paid'::text) = (paid_on IS NOT NULL))),
  constraint payment_purpose_check CHECK ((purpose = 'salary'::text)),
  constraint payment_reason_code_check CHECK (((char_length(reason_code) >= 1) AND (char_length(reason_code) <= 35))),
  constraint payment_state_check CHECK ((state = ANY (ARRAY['readyToSign'::text, 'signed'::text, 'paid'::text, 'rejected'::text, 'cancelled'::text, 'error'::text])))
);

create table banking.payment_file (
  company_id uuid not null,
  id uuid not null,
  bank_account_id uuid not null,
  digest bytea not null,
  size integer not null,
  payments integer not null,
  total_ore bigint not null,
  own boolean not null,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  currency text not null default 'SEK'::text,
  bankgiro text,
  constraint payment_file_pkey PRIMARY KEY (company_id, id),
  constraint payment_file_company_id_bank_account_id_fkey FOREIGN KEY (company_id, bank_account_id) REFERENCES banking.account(company_id, id),
  constraint payment_file_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint payment_file_currency_check CHECK ((currency = ANY (ARRAY['SEK'::text, 'EUR'::text]))),
  constraint payment_file_payments_check CHECK ((payments > 0))
);

create table banking.payment_file_fetch (
  company_id uuid not null,
  id uuid not null,
  payment_file_id uuid not null,
  fetched_by_kind text not null,
  fetched_by_id uuid not null,
  fetched_by_name text not null,
  fetched_at timestamp with time zone not null,
  constraint payment_file_fetch_pkey PRIMARY KEY (company_id, id),
  constraint payment_file_fetch_company_id_payment_file_id_fkey FOREIGN KEY (company_id, payment_file_id) REFERENCES banking.payment_file(company_id, id)
);

create table banking.payment_report (
  company_id uuid not null,
  id uuid not null,
  payment_file_id uuid not null,
  reference text not null,
  made_at timestamp with time zone not null,
  file_name text not null,
  size integer not null,
  digest bytea not null,
  imported_by_kind text not null,
  imported_by_id uuid not null,
  imported_by_name text not null,
  imported_at timestamp with time zone not null,
  constraint payment_report_pkey PRIMARY KEY (company_id, id),
  constraint payment_report_company_id_payment_file_id_digest_key UNIQUE (company_id, payment_file_id, digest),
  constraint payment_report_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint payment_report_company_id_payment_file_id_fkey FOREIGN KEY (company_id, payment_file_id) REFERENCES banking.payment_file(company_id, id)
);

create table banking.signature (
  company_id uuid not null,
  payment_id uuid not null,
  person_id uuid not null,
  person_name text not null,
  digest text not null,
  signed_at timestamp with time zone not null,
  constraint signature_pkey PRIMARY KEY (company_id, payment_id, person_id),
  constraint signature_company_id_payment_id_fkey FOREIGN KEY (company_id, payment_id) REFERENCES banking.payment(company_id, id)
);

create table banking.statement (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  bank_account_id uuid not null,
  currency text not null,
  reference text not null,
  file_name text not null,
  file_size integer not null,
  file_digest bytea not null,
  file_position integer not null,
  from_date date,
  to_date date,
  opening_ore bigint,
  closing_ore bigint,
  new_transactions integer not null,
  known_transactions integer not null,
  left_out integer not null,
  imported_at timestamp with time zone not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  disputed integer not null default 0,
  constraint statement_pkey PRIMARY KEY (company_id, id),
  constraint statement_company_id_bank_account_id_fkey FOREIGN KEY (company_id, bank_account_id) REFERENCES banking.account(company_id, id),
  constraint statement_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint statement_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint statement_disputed_check CHECK ((disputed >= 0)),
  constraint statement_file_position_check CHECK ((file_position > 0)),
  constraint statement_kind_check CHECK ((kind = ANY (ARRAY['camt.053'::text, 'camt.054'::text, 'sheet'::text])))
);

create table banking.statement_columns (
  company_id uuid not null,
  bank_account_id uuid not null,
  layouts jsonb not null,
  modified_at timestamp with time zone not null,
  constraint statement_columns_pkey PRIMARY KEY (company_id, bank_account_id),
  constraint statement_columns_company_id_bank_account_id_fkey FOREIGN KEY (company_id, bank_account_id) REFERENCES banking.account(company_id, id),
  constraint statement_columns_layouts_check CHECK (((jsonb_typeof(layouts) = 'array'::text) AND (jsonb_array_length(layouts) <= 20)))
);

create table banking.statement_line (
  company_id uuid not null,
  statement_id uuid not null,
  "position" integer not null,
  transaction_id uuid not null,
  entry_identity text,
  constraint statement_line_pkey PRIMARY KEY (company_id, statement_id, "position"),
  constraint statement_line_company_id_statement_id_fkey FOREIGN KEY (company_id, statement_id) REFERENCES banking.statement(company_id, id),
  constraint statement_line_company_id_transaction_id_fkey FOREIGN KEY (company_id, transaction_id) REFERENCES banking.transaction(company_id, id),
  constraint statement_line_position_check CHECK (("position" > 0))
);

create table banking.transaction (
  company_id uuid not null,
  id uuid not null,
  statement_id uuid not null,
  bank_account_id uuid not null,
  entry_identity text not null,
  identity text not null,
  is_detailed boolean not null,
  date date not null,
  value_date date,
  amount_ore bigint not null,
  is_reversal boolean not null,
  counterparty text,
  counterparty_account text,
  payment_references text[] not null,
  message text,
  end_to_end_id text,
  bank_reference text,
  replaced_by_statement_id uuid,
  payment_id uuid,
  journal_entry_id uuid,
  account integer,
  matched_at timestamp with time zone,
  matched_with jsonb,
  matched_by_kind text,
  matched_by_id uuid,
  matched_by_name text,
  modified_at timestamp with time zone not null,
  instructed_ore bigint,
  instructed_currency text,
  constraint transaction_pkey PRIMARY KEY (company_id, id),
  constraint transaction_company_id_bank_account_id_fkey FOREIGN KEY (company_id, bank_account_id) REFERENCES banking.account(company_id, id),
  constraint transaction_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint transaction_company_id_payment_id_fkey FOREIGN KEY (company_id, payment_id) REFERENCES banking.payment(company_id, id),
  constraint transaction_company_id_replaced_by_statement_id_fkey FOREIGN KEY (company_id, replaced_by_statement_id) REFERENCES banking.statement(company_id, id),
  constraint transaction_company_id_statement_id_fkey FOREIGN KEY (company_id, statement_id) REFERENCES banking.statement(company_id, id),
  constraint transaction_amount_ore_check CHECK ((amount_ore <> 0)),
  constraint transaction_check CHECK ((num_nulls(journal_entry_id, account, matched_at, matched_with, matched_by_kind, matched_by_id, matched_by_name) = ANY (ARRAY[0, 7]))),
  constraint transaction_check1 CHECK (((replaced_by_statement_id IS NULL) OR ((journal_entry_id IS NULL) AND (payment_id IS NULL) AND (NOT is_detailed)))),
  constraint transaction_instructed_check CHECK ((num_nulls(instructed_ore, instructed_currency) = ANY (ARRAY[0, 2]))),
  constraint transaction_instructed_ore_check CHECK ((instructed_ore > 0))
);

create table banking.transaction_part (
  company_id uuid not null,
  transaction_id uuid not null,
  "position" smallint not null,
  journal_entry_id uuid not null,
  account integer not null,
  constraint transaction_part_pkey PRIMARY KEY (company_id, transaction_id, "position"),
  constraint transaction_part_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint transaction_part_company_id_transaction_id_fkey FOREIGN KEY (company_id, transaction_id) REFERENCES banking.transaction(company_id, id),
  constraint transaction_part_position_check CHECK ((("position" >= 2) AND ("position" <= 100)))
);

create table banking.unused_habit (
  company_id uuid not null,
  id uuid not null,
  unused_at timestamp with time zone not null,
  unused_by text not null,
  constraint unused_habit_pkey PRIMARY KEY (company_id, id),
  constraint unused_habit_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id)
);

create table desk.draft (
  person_id uuid not null,
  key text not null,
  company_id uuid,
  sealed_content bytea not null,
  modified_at timestamp with time zone not null,
  constraint draft_pkey PRIMARY KEY (person_id, key),
  constraint draft_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint draft_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id),
  constraint draft_key_check CHECK ((key ~ '^[A-Za-z0-9._:~-]{1,150}$'::text)),
  constraint draft_sealed_content_check CHECK ((octet_length(sealed_content) <= 300000))
);

create table desk.test_company (
  company_id uuid not null,
  person_id uuid not null,
  created_at timestamp with time zone not null,
  months_made smallint not null default 0,
  ready_at timestamp with time zone,
  failed_at timestamp with time zone,
  constraint test_company_pkey PRIMARY KEY (company_id),
  constraint test_company_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint test_company_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id),
  constraint test_company_check CHECK (((ready_at IS NULL) OR (failed_at IS NULL))),
  constraint test_company_months_made_check CHECK (((months_made >= 0) AND (months_made <= 12)))
);

create table documents.dropped_file (
  company_id uuid not null,
  digest bytea not null,
  dropped_at timestamp with time zone not null default now(),
  constraint dropped_file_pkey PRIMARY KEY (company_id, digest)
);

create table documents.upload (
  company_id uuid not null,
  id uuid not null,
  description text not null,
  file_name text not null,
  content_type text not null,
  size integer not null,
  digest bytea not null,
  journal_entry_id uuid,
  supplier_invoice_id uuid,
  connected_at timestamp with time zone,
  deleted_at timestamp with time zone,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  place smallint,
  constraint upload_pkey PRIMARY KEY (company_id, id),
  constraint upload_place_is_its_own UNIQUE (supplier_invoice_id, place, company_id) DEFERRABLE INITIALLY DEFERRED,
  constraint upload_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint upload_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint upload_company_id_supplier_invoice_id_fkey FOREIGN KEY (company_id, supplier_invoice_id) REFERENCES purchasing.supplier_invoice(company_id, id),
  constraint upload_check CHECK (((deleted_at IS NULL) OR (connected_at IS NULL))),
  constraint upload_check1 CHECK (((connected_at IS NULL) = ((journal_entry_id IS NULL) AND (supplier_invoice_id IS NULL)))),
  constraint upload_content_type_check CHECK ((content_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text, 'application/xml'::text]))),
  constraint upload_description_check CHECK ((description <> ''::text)),
  constraint upload_digest_check CHECK ((octet_length(digest) = 32)),
  constraint upload_file_name_check CHECK ((file_name <> ''::text)),
  constraint upload_has_a_place_in_an_invoice CHECK (((place IS NULL) OR (supplier_invoice_id IS NOT NULL))),
  constraint upload_place_check CHECK (((place >= 1) AND (place <= 100))),
  constraint upload_size_check CHECK ((size > 0))
);

create table e_invoices.e_invoice (
  company_id uuid not null,
  supplier_invoice_id uuid not null,
  supplier_id uuid not null,
  kind text not null,
  number text not null,
  year smallint not null,
  digest bytea not null,
  content jsonb not null,
  doubts jsonb not null,
  received_at timestamp with time zone not null,
  constraint e_invoice_pkey PRIMARY KEY (company_id, supplier_invoice_id),
  constraint e_invoice_file_is_received_once UNIQUE (digest, company_id),
  constraint e_invoice_is_received_once UNIQUE (supplier_id, kind, number, year, company_id),
  constraint e_invoice_company_id_supplier_invoice_id_fkey FOREIGN KEY (company_id, supplier_invoice_id) REFERENCES purchasing.supplier_invoice(company_id, id) ON DELETE CASCADE,
  constraint e_invoice_digest_check CHECK ((octet_length(digest) = 32)),
  constraint e_invoice_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'creditNote'::text]))),
  constraint e_invoice_number_check CHECK ((number <> ''::text))
);

create table events.agency_order (
  agency_id uuid not null,
  last_position bigint not null default 0,
  kept_from bigint not null default 1,
  constraint agency_order_pkey PRIMARY KEY (agency_id),
  constraint agency_order_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES identity.agency(id),
  constraint agency_order_check CHECK (((kept_from >= 1) AND (kept_from <= (last_position + 1)))),
  constraint agency_order_last_position_check CHECK ((last_position >= 0))
) with (fillfactor=50);

create table events.agency_source (
  agency_id uuid not null,
  tenant_id uuid not null,
  noted bigint not null,
  constraint agency_source_pkey PRIMARY KEY (agency_id, tenant_id),
  constraint agency_source_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES identity.agency(id),
  constraint agency_source_noted_check CHECK ((noted >= 0))
) with (fillfactor=50);

create table events.agency_span (
  agency_id uuid not null,
  last_position bigint not null,
  tenant_id uuid not null,
  first_number bigint not null,
  last_number bigint not null,
  constraint agency_span_pkey PRIMARY KEY (agency_id, last_position),
  constraint agency_span_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES identity.agency(id),
  constraint agency_span_has_room CHECK ((last_position > (last_number - first_number))),
  constraint agency_span_is_of_some CHECK (((first_number >= 1) AND (first_number <= last_number)))
);

create table identity.agency (
  id uuid not null,
  name text not null,
  organization_number text,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint agency_pkey PRIMARY KEY (id),
  constraint agency_organization_number_key UNIQUE (organization_number),
  constraint agency_is_named_until_removed CHECK (((removed_at IS NULL) = (organization_number IS NOT NULL))),
  constraint agency_name_is_seen CHECK (platform.is_seen(name))
);

create table identity.agency_company (
  agency_id uuid not null,
  company_id uuid not null,
  created_at timestamp with time zone not null,
  name text not null,
  constraint agency_company_pkey PRIMARY KEY (agency_id, company_id),
  constraint agency_company_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES identity.agency(id),
  constraint agency_company_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint agency_company_name_is_seen CHECK (platform.is_seen(name))
);

create table identity.agency_member (
  agency_id uuid not null,
  person_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone,
  constraint agency_member_pkey PRIMARY KEY (agency_id, person_id),
  constraint agency_member_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES identity.agency(id),
  constraint agency_member_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id),
  constraint agency_member_role_check CHECK ((role = ANY (ARRAY['administrator'::text, 'consultant'::text])))
);

create table identity.api_token (
  id uuid not null,
  company_id uuid not null,
  name text not null,
  scopes text[] not null,
  secret_digest bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  made_by uuid,
  constraint api_token_pkey PRIMARY KEY (id),
  constraint api_token_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint api_token_name_is_seen CHECK (platform.is_seen(name))
);

create table identity.company (
  id uuid not null,
  name text not null,
  organization_number text not null,
  company_type text not null,
  phone text,
  email text,
  address_line1 text,
  address_line2 text,
  city text,
  postal_code text,
  country text not null default 'SE'::text,
  has_business_account boolean not null default false,
  created_at timestamp with time zone not null,
  is_test boolean not null default false,
  vat_setting text,
  modified_at timestamp with time zone,
  clock_days integer not null default 0,
  removed_at timestamp with time zone,
  constraint company_pkey PRIMARY KEY (id),
  constraint company_clock_check CHECK ((((clock_days >= 0) AND (clock_days <= 3660)) AND (is_test OR (clock_days = 0)))),
  constraint company_name_is_seen CHECK (platform.is_seen(name)),
  constraint company_vat_setting_check CHECK ((vat_setting = ANY (ARRAY['yearly'::text, 'quarterly'::text, 'monthly'::text, 'notRegisteredForVat'::text])))
);

create table identity.company_member (
  company_id uuid not null,
  person_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null,
  is_signatory boolean not null default false,
  modified_at timestamp with time zone,
  constraint company_member_pkey PRIMARY KEY (company_id, person_id),
  constraint company_member_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint company_member_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id),
  constraint auditor_signs_nothing CHECK (((role <> 'auditor'::text) OR (NOT is_signatory))),
  constraint company_member_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'administrator'::text, 'bookkeeper'::text, 'payroll'::text, 'auditor'::text, 'reader'::text])))
);

create table identity.device (
  id uuid not null,
  person_id uuid not null,
  secret_digest bytea not null,
  from_address text not null,
  last_used_at timestamp with time zone not null,
  constraint device_pkey PRIMARY KEY (id),
  constraint device_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id)
);

create table identity.email_change (
  id uuid not null,
  person_id uuid not null,
  email text not null,
  secret_digest bytea not null,
  created_at timestamp with time zone not null,
  constraint email_change_pkey PRIMARY KEY (id),
  constraint email_change_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id)
);

create table identity.guess (
  key bytea not null,
  count integer not null,
  last_at timestamp with time zone not null,
  constraint guess_pkey PRIMARY KEY (key)
);

create table identity.half_login (
  id uuid not null,
  person_id uuid not null,
  secret_digest bytea not null,
  created_at timestamp with time zone not null,
  constraint half_login_pkey PRIMARY KEY (id),
  constraint half_login_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id)
);

create table identity.invitation (
  id uuid not null,
  company_id uuid,
  agency_id uuid,
  email text not null,
  role text not null,
  secret_digest bytea not null,
  invited_by_kind text not null,
  invited_by_id uuid not null,
  invited_by_name text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_by uuid,
  withdrawn_at timestamp with time zone,
  modified_at timestamp with time zone,
  through_agency uuid,
  through_integration uuid,
  constraint invitation_pkey PRIMARY KEY (id),
  constraint invitation_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES identity.person(id),
  constraint invitation_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES identity.agency(id),
  constraint invitation_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint invitation_check CHECK ((num_nonnulls(company_id, agency_id) = 1)),
  constraint invitation_check1 CHECK ((num_nonnulls(accepted_at, withdrawn_at) < 2))
);

create table identity.operator (
  person_id uuid not null,
  since timestamp with time zone not null,
  constraint operator_pkey PRIMARY KEY (person_id),
  constraint operator_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id)
);

create table identity.passkey (
  id uuid not null,
  person_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id),
  constraint passkey_name_is_seen CHECK (platform.is_seen(name)),
  constraint passkey_sign_count_check CHECK ((sign_count >= 0))
);

create table identity.password_reset (
  id uuid not null,
  person_id uuid not null,
  secret_digest bytea not null,
  created_at timestamp with time zone not null,
  by_operator boolean not null default false,
  constraint password_reset_pkey PRIMARY KEY (id),
  constraint password_reset_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id)
);

create table identity.person (
  id uuid not null,
  name text not null,
  email text,
  password_hash text,
  email_confirmed_at timestamp with time zone not null,
  language text not null default 'sv'::text,
  created_at timestamp with time zone not null,
  renamed_at timestamp with time zone,
  closed_at timestamp with time zone,
  has_letter_keys boolean not null default true,
  locked_at timestamp with time zone,
  constraint person_pkey PRIMARY KEY (id),
  constraint person_closed_check CHECK ((num_nulls(email, password_hash) =
CASE
    WHEN (closed_at IS NULL) THEN 0
    ELSE 2
END)),
  constraint person_language_check CHECK ((language = ANY (ARRAY['sv'::text, 'en'::text]))),
  constraint person_name_is_seen CHECK (platform.is_seen(name))
);

create table identity.recovery_code (
  person_id uuid not null,
  digest bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (person_id, digest),
  constraint recovery_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id)
);

create table identity.second_factor (
  person_id uuid not null,
  sealed_secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  constraint second_factor_pkey PRIMARY KEY (person_id),
  constraint second_factor_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id)
);

create table identity.session (
  id uuid not null,
  person_id uuid not null,
  secret_digest bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  from_address text not null,
  agent text not null,
  is_proven boolean not null default false,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.person(id)
);

create table identity.sign_up (
  id uuid not null,
  secret_digest bytea not null,
  name text not null,
  email text not null,
  password_hash text not null,
  language text not null,
  next text not null,
  created_at timestamp with time zone not null,
  constraint sign_up_pkey PRIMARY KEY (id),
  constraint sign_up_language_check CHECK ((language = ANY (ARRAY['sv'::text, 'en'::text]))),
  constraint sign_up_name_is_seen CHECK (platform.is_seen(name))
);

create table identity.used_challenge (
  digest bytea not null,
  used_at timestamp with time zone not null,
  constraint used_challenge_pkey PRIMARY KEY (digest)
);

create table ledger.account (
  company_id uuid not null,
  number integer not null,
  name text not null,
  account_type text not null,
  kind text not null,
  sru text[] not null default '{}'::text[],
  unit text,
  active boolean not null default true,
  vat_code text,
  vat_code_until bigint,
  constraint account_pkey PRIMARY KEY (company_id, number),
  constraint account_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id),
  constraint account_account_type_check CHECK ((account_type = ANY (ARRAY['basePlanAccount'::text, 'customAccount'::text]))),
  constraint account_kind_check CHECK ((kind = ANY (ARRAY['asset'::text, 'liability'::text, 'income'::text, 'expense'::text]))),
  constraint account_name_is_seen CHECK (platform.is_seen(name)),
  constraint account_number_check CHECK (((number >= 1) AND (number <= 99999999))),
  constraint account_vat_code_check CHECK ((vat_code ~ '^[0-9]{2}$'::text))
);

create table ledger.account_role (
  company_id uuid not null,
  role text not null,
  account integer not null,
  changed_at timestamp with time zone not null,
  constraint account_role_pkey PRIMARY KEY (company_id, role),
  constraint account_role_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint account_role_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id)
);

create table ledger.book (
  company_id uuid not null,
  version uuid not null default gen_random_uuid(),
  entry_count bigint not null default 0,
  lock_date date,
  day_balances_to bigint not null default 0,
  vat_lock_date date,
  accounting_currency text not null default 'SEK'::text,
  constraint book_pkey PRIMARY KEY (company_id),
  constraint book_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint book_accounting_currency_check CHECK ((accounting_currency = ANY (ARRAY['SEK'::text, 'EUR'::text]))),
  constraint book_check CHECK (((day_balances_to >= 0) AND (day_balances_to <= entry_count)))
) with (fillfactor=50);

create table ledger.budget (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  place integer not null,
  year_index smallint not null,
  month text not null,
  account integer not null,
  objects jsonb not null,
  amount bigint not null,
  quantity text,
  of_objects boolean not null,
  constraint budget_pkey PRIMARY KEY (company_id, fiscal_year_id, place),
  constraint budget_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint budget_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint budget_month_check CHECK ((month ~ '^[0-9]{4}-[0-9]{2}$'::text)),
  constraint budget_place_check CHECK ((place > 0))
);

create table ledger.comparative_balance (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  start_date date not null,
  end_date date not null,
  account integer not null,
  opening bigint,
  closing bigint,
  result bigint,
  constraint comparative_balance_pkey PRIMARY KEY (company_id, fiscal_year_id, account),
  constraint comparative_balance_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint comparative_balance_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id)
);

create table ledger.currency_rate (
  currency text not null,
  date date not null,
  rate numeric(18,8) not null,
  loaded_at timestamp with time zone not null,
  set_by text,
  source text,
  constraint currency_rate_pkey PRIMARY KEY (currency, date),
  constraint currency_rate_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'SEK'::text))),
  constraint currency_rate_rate_check CHECK (((rate > (0)::numeric) AND (rate < (1000000)::numeric)))
);

create table ledger.day_balance (
  company_id uuid not null,
  day date not null,
  account integer not null,
  debit bigint not null,
  credit bigint not null,
  constraint day_balance_pkey PRIMARY KEY (company_id, day, account)
) with (fillfactor=70);

create table ledger.dropped_file (
  company_id uuid not null,
  digest bytea not null,
  dropped_at timestamp with time zone not null default now(),
  constraint dropped_file_pkey PRIMARY KEY (company_id, digest),
  constraint dropped_file_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id)
);

create table ledger.entry_template (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  title text,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint entry_template_pkey PRIMARY KEY (company_id, id),
  constraint entry_template_company_id_name_key UNIQUE (company_id, name),
  constraint entry_template_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id),
  constraint entry_template_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint entry_template_name_is_seen CHECK (platform.is_seen(name)),
  constraint entry_template_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 1000))),
  constraint entry_template_title_is_seen CHECK (platform.is_seen(title))
);

create table ledger.entry_template_item (
  company_id uuid not null,
  entry_template_id uuid not null,
  line smallint not null,
  account integer not null,
  kind text not null,
  side text,
  amount bigint,
  percent numeric(8,4),
  vat_rate smallint,
  vat_included boolean,
  vat_kind text,
  vat_code text,
  constraint entry_template_item_pkey PRIMARY KEY (company_id, entry_template_id, line),
  constraint entry_template_item_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint entry_template_item_company_id_entry_template_id_fkey FOREIGN KEY (company_id, entry_template_id) REFERENCES ledger.entry_template(company_id, id) ON DELETE CASCADE,
  constraint entry_template_item_amount_check CHECK ((amount > 0)),
  constraint entry_template_item_check CHECK (((side IS NULL) = (kind = 'rest'::text))),
  constraint entry_template_item_check1 CHECK (((amount IS NOT NULL) = (kind = 'fixed'::text))),
  constraint entry_template_item_check2 CHECK (((percent IS NOT NULL) = (kind = 'share'::text))),
  constraint entry_template_item_check3 CHECK ((((vat_rate IS NOT NULL) = (kind = 'vat'::text)) AND ((vat_included IS NOT NULL) = (kind = 'vat'::text)))),
  constraint entry_template_item_kind_check CHECK ((kind = ANY (ARRAY['fixed'::text, 'share'::text, 'vat'::text, 'rest'::text]))),
  constraint entry_template_item_kind_of_vat CHECK (((vat_kind IS NULL) OR (kind = 'vat'::text))),
  constraint entry_template_item_line_check CHECK (((line >= 1) AND (line <= 100))),
  constraint entry_template_item_percent_check CHECK (((percent > (0)::numeric) AND (percent <= (1000)::numeric))),
  constraint entry_template_item_side_check CHECK ((side = ANY (ARRAY['debit'::text, 'credit'::text]))),
  constraint entry_template_item_vat_code CHECK ((vat_code ~ '^([0-9]{2}|none)$'::text)),
  constraint entry_template_item_vat_kind_check CHECK ((vat_kind = ANY (ARRAY['standard'::text, 'food'::text, 'restaurant'::text, 'lodging'::text, 'art'::text, 'alcohol'::text, 'books'::text, 'passengerTransport'::text, 'culture'::text, 'dance'::text, 'sport'::text, 'copyright'::text, 'repair'::text]))),
  constraint entry_template_item_vat_rate_check CHECK ((vat_rate = ANY (ARRAY[25, 12, 6])))
);

create table ledger.entry_template_tag (
  company_id uuid not null,
  entry_template_id uuid not null,
  line smallint not null,
  tag_id uuid not null,
  weight numeric(9,6) not null,
  constraint entry_template_tag_pkey PRIMARY KEY (company_id, entry_template_id, line, tag_id),
  constraint entry_template_tag_company_id_entry_template_id_fkey FOREIGN KEY (company_id, entry_template_id) REFERENCES ledger.entry_template(company_id, id) ON DELETE CASCADE,
  constraint entry_template_tag_company_id_tag_id_fkey FOREIGN KEY (company_id, tag_id) REFERENCES ledger.tag(company_id, id),
  constraint entry_template_tag_line_check CHECK (((line >= 0) AND (line <= 100))),
  constraint entry_template_tag_weight_check CHECK (((weight > (0)::numeric) AND (weight <= (1)::numeric)))
);

create table ledger.fiscal_year (
  company_id uuid not null,
  id uuid not null,
  start_date date not null,
  end_date date not null,
  accounting_method text not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by text,
  opening_revision integer not null default 0,
  opening_stored boolean not null generated always as ((opening_revision > 0)) stored,
  reopened_at timestamp with time zone,
  removed_at timestamp with time zone,
  constraint fiscal_year_pkey PRIMARY KEY (company_id, id),
  constraint fiscal_years_do_not_overlap EXCLUDE USING gist (company_id WITH =, daterange(start_date, end_date, '[]'::text) WITH &&),
  constraint fiscal_year_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id),
  constraint fiscal_year_accounting_method_check CHECK ((accounting_method = ANY (ARRAY['cash'::text, 'accrual'::text]))),
  constraint fiscal_year_check CHECK ((start_date < end_date)),
  constraint fiscal_year_check1 CHECK (((removed_at IS NULL) OR (closed_at IS NOT NULL))),
  constraint fiscal_year_opening_revision_check CHECK ((opening_revision >= 0))
);

create table ledger.fiscal_year_reopening (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  number integer not null,
  reason text not null,
  closed_at timestamp with time zone not null,
  closed_by text not null,
  reopened_at timestamp with time zone not null,
  reopened_by text not null,
  constraint fiscal_year_reopening_pkey PRIMARY KEY (company_id, fiscal_year_id, number),
  constraint fiscal_year_reopening_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint fiscal_year_reopening_number_check CHECK ((number > 0)),
  constraint fiscal_year_reopening_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500)))
);

create table ledger.journal_entry (
  company_id uuid not null,
  id uuid not null,
  fiscal_year_id uuid not null,
  series text not null,
  number bigint not null,
  journal_entry_number text not null generated always as (
CASE
    WHEN (series = ''::text) THEN (number)::text
    WHEN (series ~ '[A-Za-zÅÄÖåäö]$'::text) THEN (series || (number)::text)
    ELSE ((series || '-'::text) || (number)::text)
END) stored,
  registration bigint not null,
  date date not null,
  title text not null,
  origin text not null,
  reverses_id uuid,
  items jsonb not null,
  item_count integer not null,
  registered_at timestamp with time zone not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  source_registered_on date,
  source_sign text,
  content_digest bytea not null,
  chain_hash bytea not null,
  registered_xid xid8 not null default pg_current_xact_id(),
  constraint journal_entry_pkey PRIMARY KEY (company_id, id),
  constraint journal_entry_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint journal_entry_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id),
  constraint journal_entry_company_id_reverses_id_fkey FOREIGN KEY (company_id, reverses_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint journal_entry_item_count_check CHECK ((item_count > 0)),
  constraint journal_entry_number_check CHECK ((number > 0)),
  constraint journal_entry_origin_check CHECK ((origin = ANY (ARRAY['api'::text, 'console'::text, 'import'::text, 'document'::text])))
);

create table ledger.journal_entry_comment (
  company_id uuid not null,
  id uuid not null,
  journal_entry_id uuid not null,
  content text not null,
  author_kind text not null,
  author_id uuid not null,
  author_name text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint journal_entry_comment_pkey PRIMARY KEY (company_id, id),
  constraint journal_entry_comment_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id)
);

create table ledger.journal_entry_item (
  company_id uuid not null,
  journal_entry_id uuid not null,
  line integer not null,
  account integer not null,
  debit bigint not null,
  credit bigint not null,
  text text,
  quantity numeric,
  vat_code text,
  vat_apart boolean,
  constraint journal_entry_item_pkey PRIMARY KEY (company_id, journal_entry_id, line),
  constraint journal_entry_item_check CHECK (((debit = 0) OR (credit = 0))),
  constraint journal_entry_item_check1 CHECK (((vat_apart IS NULL) OR ((vat_code IS NOT NULL) AND vat_apart))),
  constraint journal_entry_item_credit_check CHECK ((credit >= 0)),
  constraint journal_entry_item_debit_check CHECK ((debit >= 0)),
  constraint journal_entry_item_line_check CHECK ((line > 0)),
  constraint journal_entry_item_vat_code_check CHECK ((vat_code ~ '^([0-9]{2}|none)$'::text))
);

create table ledger.journal_entry_item_tag (
  company_id uuid not null,
  journal_entry_id uuid not null,
  line integer not null,
  tag_id uuid not null,
  weight numeric(9,6) not null,
  constraint journal_entry_item_tag_pkey PRIMARY KEY (company_id, journal_entry_id, line, tag_id),
  constraint journal_entry_item_tag_company_id_journal_entry_id_line_fkey FOREIGN KEY (company_id, journal_entry_id, line) REFERENCES ledger.journal_entry_item(company_id, journal_entry_id, line),
  constraint journal_entry_item_tag_company_id_tag_id_fkey FOREIGN KEY (company_id, tag_id) REFERENCES ledger.tag(company_id, id),
  constraint journal_entry_item_tag_weight_check CHECK (((weight > (0)::numeric) AND (weight <= (1)::numeric)))
);

create table ledger.journal_entry_tag (
  company_id uuid not null,
  journal_entry_id uuid not null,
  tag_id uuid not null,
  weight numeric(9,6) not null,
  constraint journal_entry_tag_pkey PRIMARY KEY (company_id, journal_entry_id, tag_id),
  constraint journal_entry_tag_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint journal_entry_tag_company_id_tag_id_fkey FOREIGN KEY (company_id, tag_id) REFERENCES ledger.tag(company_id, id),
  constraint journal_entry_tag_weight_check CHECK (((weight > (0)::numeric) AND (weight <= (1)::numeric)))
);

create table ledger.journal_entry_tags_set (
  company_id uuid not null,
  journal_entry_id uuid not null,
  set_at timestamp with time zone not null,
  constraint journal_entry_tags_set_pkey PRIMARY KEY (company_id, journal_entry_id),
  constraint journal_entry_tags_set_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id)
);

create table ledger.kept_entry (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  journal_entry_id uuid not null,
  registration bigint not null,
  content_digest bytea not null,
  chain_hash bytea not null,
  previous_hash bytea not null,
  removed_with uuid,
  constraint kept_entry_pkey PRIMARY KEY (company_id, journal_entry_id),
  constraint kept_entry_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint kept_entry_chain_hash_check CHECK ((octet_length(chain_hash) = 32)),
  constraint kept_entry_content_digest_check CHECK ((octet_length(content_digest) = 32)),
  constraint kept_entry_previous_hash_check CHECK ((octet_length(previous_hash) = 32))
);

create table ledger.month_balance (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  account integer not null,
  month date not null,
  debit bigint not null,
  credit bigint not null,
  constraint month_balance_pkey PRIMARY KEY (company_id, fiscal_year_id, account, month)
) with (fillfactor=70);

create table ledger.opening_balance (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  account integer not null,
  amount bigint not null,
  revision integer not null default 1,
  constraint opening_balance_pkey PRIMARY KEY (company_id, fiscal_year_id, revision, account),
  constraint opening_balance_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint opening_balance_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint opening_balance_revision_check CHECK ((revision > 0))
);

create table ledger.opening_revision (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  revision integer not null,
  registration bigint not null,
  constraint opening_revision_pkey PRIMARY KEY (company_id, fiscal_year_id, revision),
  constraint opening_revision_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint opening_revision_registration_check CHECK ((registration >= 0)),
  constraint opening_revision_revision_check CHECK ((revision > 0))
);

create table ledger.removed_number (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  series text not null,
  numbers int8multirange not null,
  constraint removed_number_pkey PRIMARY KEY (company_id, fiscal_year_id, series),
  constraint removed_number_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint removed_number_numbers_check CHECK ((NOT isempty(numbers))),
  constraint removed_number_series_check CHECK ((series <> ''::text))
);

create table ledger.removed_year (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  number integer not null,
  start_date date not null,
  end_date date not null,
  removed_at timestamp with time zone not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  entries bigint not null,
  items bigint not null,
  registrations int8multirange not null,
  kept bigint not null,
  counts jsonb not null,
  previous bytea,
  seal bytea not null,
  removed_xid xid8 not null default pg_current_xact_id(),
  constraint removed_year_pkey PRIMARY KEY (company_id, fiscal_year_id),
  constraint removed_year_number_company_id_key UNIQUE (number, company_id),
  constraint removed_year_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint removed_year_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id),
  constraint removed_year_entries_check CHECK ((entries >= 0)),
  constraint removed_year_items_check CHECK ((items >= 0)),
  constraint removed_year_kept_check CHECK ((kept >= 0)),
  constraint removed_year_number_check CHECK ((number > 0)),
  constraint removed_year_seal_check CHECK ((octet_length(seal) = 32))
);

create table ledger.series (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  series text not null,
  last_number bigint not null,
  last_hash bytea not null,
  constraint series_pkey PRIMARY KEY (company_id, fiscal_year_id, series),
  constraint series_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint series_series_check CHECK ((length(series) <= 20))
) with (fillfactor=50);

create table ledger.series_gap (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  series text not null,
  first_number bigint not null,
  last_number bigint not null,
  sie_import_id uuid not null,
  constraint series_gap_pkey PRIMARY KEY (company_id, fiscal_year_id, series, first_number),
  constraint series_gap_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint series_gap_check CHECK ((first_number <= last_number))
);

create table ledger.sie_import (
  company_id uuid not null,
  id uuid not null,
  file_name text not null,
  file_digest bytea not null,
  size bigint not null,
  report jsonb not null,
  imported_at timestamp with time zone not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  constraint sie_import_pkey PRIMARY KEY (company_id, id),
  constraint sie_import_company_id_file_digest_key UNIQUE (company_id, file_digest),
  constraint sie_import_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id)
);

create table ledger.tag (
  company_id uuid not null,
  id uuid not null,
  tag_group_id uuid not null,
  code text not null,
  name text not null,
  created_at timestamp with time zone not null,
  name_of_file boolean not null default false,
  constraint tag_pkey PRIMARY KEY (company_id, id),
  constraint tag_company_id_tag_group_id_code_key UNIQUE (company_id, tag_group_id, code),
  constraint tag_company_id_tag_group_id_fkey FOREIGN KEY (company_id, tag_group_id) REFERENCES ledger.tag_group(company_id, id),
  constraint tag_name_is_seen CHECK (platform.is_seen(name))
);

create table ledger.tag_group (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  dimension_number integer,
  parent_dimension_number integer,
  created_at timestamp with time zone not null,
  alias text not null,
  modified_at timestamp with time zone not null,
  constraint tag_group_pkey PRIMARY KEY (company_id, id),
  constraint tag_group_company_id_alias_key UNIQUE (company_id, alias),
  constraint tag_group_company_id_dimension_number_key UNIQUE (company_id, dimension_number),
  constraint tag_group_company_id_name_key UNIQUE (company_id, name),
  constraint tag_group_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id),
  constraint tag_group_company_id_parent_dimension_number_fkey FOREIGN KEY (company_id, parent_dimension_number) REFERENCES ledger.tag_group(company_id, dimension_number) DEFERRABLE INITIALLY DEFERRED,
  constraint tag_group_alias_check CHECK (((length(alias) >= 1) AND (length(alias) <= 3))),
  constraint tag_group_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint tag_group_name_is_seen CHECK (platform.is_seen(name))
);

create table ledger.vat_report (
  company_id uuid not null,
  start_date date not null,
  end_date date not null,
  reported_at timestamp with time zone not null,
  reported_by text not null,
  constraint vat_report_pkey PRIMARY KEY (company_id, start_date),
  constraint vat_report_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id),
  constraint vat_report_check CHECK ((start_date <= end_date))
);

create table mail_in.address (
  company_id uuid not null,
  local_part text not null,
  made_by_id uuid not null,
  made_by_name text not null,
  made_at timestamp with time zone not null,
  constraint address_pkey PRIMARY KEY (company_id),
  constraint address_local_part_key UNIQUE (local_part),
  constraint address_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint address_local_part_check CHECK ((local_part ~ '^[a-z0-9]([a-z0-9-]{10,58})[a-z0-9]$'::text))
);

create table mail_in.received (
  company_id uuid not null,
  id uuid not null,
  digest bytea not null,
  sender text not null,
  subject text not null,
  parts jsonb not null,
  received_at timestamp with time zone not null,
  constraint received_pkey PRIMARY KEY (company_id, id),
  constraint received_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint received_digest_check CHECK ((octet_length(digest) = 32)),
  constraint received_parts_check CHECK ((jsonb_typeof(parts) = 'array'::text)),
  constraint received_sender_check CHECK ((char_length(sender) <= 320)),
  constraint received_subject_check CHECK ((char_length(subject) <= 200))
);

create table operator.backup (
  place text not null,
  noted_at timestamp with time zone not null,
  reached_at timestamp with time zone,
  base text,
  base_at timestamp with time zone,
  checked_base text,
  checked_at timestamp with time zone,
  faults integer,
  trouble text,
  trouble_since timestamp with time zone,
  constraint backup_pkey PRIMARY KEY (place),
  constraint backup_base_check CHECK ((char_length(base) <= 100)),
  constraint backup_check CHECK (((base IS NULL) = (base_at IS NULL))),
  constraint backup_check1 CHECK (((trouble IS NULL) = (trouble_since IS NULL))),
  constraint backup_check2 CHECK ((((checked_at IS NULL) = (checked_base IS NULL)) AND ((checked_at IS NULL) = (faults IS NULL)))),
  constraint backup_checked_base_check CHECK ((char_length(checked_base) <= 100)),
  constraint backup_faults_check CHECK ((faults >= 0)),
  constraint backup_place_check CHECK ((char_length(place) <= 1000)),
  constraint backup_trouble_check CHECK ((char_length(trouble) <= 1000))
);

create table operator.law_edition (
  id uuid not null,
  name text not null,
  checked_on date not null,
  content jsonb not null,
  imported_at timestamp with time zone not null,
  imported_by text not null,
  constraint law_edition_pkey PRIMARY KEY (id),
  constraint law_edition_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 300)))
);

create table operator.verification (
  id uuid not null,
  begun_at timestamp with time zone not null,
  begun_by text not null,
  companies integer,
  companies_done integer not null default 0,
  entries bigint not null default 0,
  faults integer not null default 0,
  finished_at timestamp with time zone,
  failed_at timestamp with time zone,
  reached uuid,
  constraint verification_pkey PRIMARY KEY (id),
  constraint verification_check CHECK (((finished_at IS NULL) OR (failed_at IS NULL))),
  constraint verification_companies_check CHECK ((companies >= 0)),
  constraint verification_companies_done_check CHECK ((companies_done >= 0)),
  constraint verification_entries_check CHECK ((entries >= 0)),
  constraint verification_faults_check CHECK ((faults >= 0))
);

create table operator.verification_fault (
  verification_id uuid not null,
  number integer not null,
  company_id uuid,
  company_name text not null,
  part text not null,
  fault text not null,
  constraint verification_fault_pkey PRIMARY KEY (verification_id, number),
  constraint verification_fault_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES operator.verification(id),
  constraint verification_fault_number_check CHECK ((number >= 1))
);

create table operator.verification_on_way (
  is_only boolean not null default true,
  id uuid not null,
  place text not null,
  begun_at timestamp with time zone not null,
  noted_at timestamp with time zone not null,
  reached uuid,
  entries bigint not null default 0,
  faults jsonb not null default '[]'::jsonb,
  constraint verification_on_way_pkey PRIMARY KEY (is_only),
  constraint verification_on_way_entries_check CHECK ((entries >= 0)),
  constraint verification_on_way_faults_check CHECK ((jsonb_typeof(faults) = 'array'::text)),
  constraint verification_on_way_is_only_check CHECK (is_only),
  constraint verification_on_way_place_check CHECK ((char_length(place) <= 200))
);

create table payroll.absence (
  company_id uuid not null,
  id uuid not null,
  employment_id uuid not null,
  kind text not null,
  from_date date not null,
  to_date date not null,
  extent integer,
  minutes integer,
  is_paid boolean not null,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint absence_pkey PRIMARY KEY (company_id, id),
  constraint absence_company_id_employment_id_fkey FOREIGN KEY (company_id, employment_id) REFERENCES payroll.employment(company_id, id) ON DELETE CASCADE,
  constraint absence_check CHECK ((to_date >= from_date)),
  constraint absence_check1 CHECK (((extent IS NULL) <> (minutes IS NULL))),
  constraint absence_extent_check CHECK (((extent >= 1) AND (extent <= 10000))),
  constraint absence_kind_check CHECK ((kind = ANY (ARRAY['sick'::text, 'careOfChild'::text, 'parental'::text, 'careOfRelative'::text, 'holiday'::text, 'unpaid'::text, 'other'::text]))),
  constraint absence_minutes_check CHECK (((minutes >= 1) AND (minutes <= 1440)))
);

create table payroll.absence_day (
  company_id uuid not null,
  employment_id uuid not null,
  day date not null,
  absence_id uuid not null,
  constraint absence_day_pkey PRIMARY KEY (company_id, employment_id, day),
  constraint absence_day_company_id_absence_id_fkey FOREIGN KEY (company_id, absence_id) REFERENCES payroll.absence(company_id, id) ON DELETE CASCADE
);

create table payroll.employee (
  company_id uuid not null,
  id uuid not null,
  first_name text not null,
  last_name text not null,
  personal_number bytea not null,
  personal_number_digest bytea not null,
  email text,
  address jsonb,
  bank_account jsonb,
  tax jsonb not null,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint employee_pkey PRIMARY KEY (company_id, id),
  constraint employee_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint employee_bank_account_check CHECK (((bank_account IS NULL) OR (((bank_account ->> 'clearingNumber'::text) <> ''::text) AND ((bank_account ->> 'accountNumber'::text) <> ''::text)))),
  constraint employee_first_name_check CHECK (platform.is_seen(first_name)),
  constraint employee_last_name_check CHECK (platform.is_seen(last_name)),
  constraint employee_personal_number_check CHECK ((octet_length(personal_number) > 32)),
  constraint employee_personal_number_digest_check CHECK ((octet_length(personal_number_digest) = 32)),
  constraint employee_tax_check CHECK ((COALESCE((tax ->> 'kind'::text), ''::text) = ANY (ARRAY['table'::text, 'sideIncome'::text, 'abroad'::text, 'abroadAtSea'::text, 'artistAbroad'::text, 'none'::text])))
);

create table payroll.employer_return (
  company_id uuid not null,
  id uuid not null,
  month date not null,
  state text not null,
  content bytea not null,
  people integer not null,
  tax_ore bigint not null,
  contributions_ore bigint not null,
  filed_on date,
  receipt text,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint employer_return_pkey PRIMARY KEY (company_id, id),
  constraint employer_return_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint employer_return_check CHECK (((state = 'filed'::text) = (filed_on IS NOT NULL))),
  constraint employer_return_content_check CHECK (((octet_length(content) >= 33) AND (octet_length(content) <= 60000000))),
  constraint employer_return_contributions_ore_check CHECK ((contributions_ore >= 0)),
  constraint employer_return_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint employer_return_people_check CHECK ((people >= 0)),
  constraint employer_return_receipt_check CHECK (((char_length(receipt) >= 1) AND (char_length(receipt) <= 100))),
  constraint employer_return_state_check CHECK ((state = ANY (ARRAY['made'::text, 'filed'::text]))),
  constraint employer_return_tax_ore_check CHECK ((tax_ore >= 0))
);

create table payroll.employment (
  company_id uuid not null,
  id uuid not null,
  employee_id uuid not null,
  number integer not null,
  title text,
  staff text not null,
  from_date date not null,
  to_date date,
  pay_kind text not null,
  weekly_minutes integer not null,
  extent integer not null,
  holiday_rule text not null,
  holiday_days integer,
  holiday_year_start text not null,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  tags jsonb not null default '[]'::jsonb,
  growth_support_from date,
  constraint employment_pkey PRIMARY KEY (company_id, id),
  constraint employment_company_id_employee_id_fkey FOREIGN KEY (company_id, employee_id) REFERENCES payroll.employee(company_id, id),
  constraint employment_check CHECK ((to_date >= from_date)),
  constraint employment_extent_check CHECK (((extent >= 1) AND (extent <= 10000))),
  constraint employment_holiday_days_check CHECK (((holiday_days >= 1) AND (holiday_days <= 100))),
  constraint employment_holiday_rule_check CHECK ((holiday_rule = ANY (ARRAY['same'::text, 'share'::text, 'none'::text]))),
  constraint employment_holiday_year_start_check CHECK ((holiday_year_start = ANY (ARRAY['january'::text, 'april'::text]))),
  constraint employment_number_check CHECK (((number >= 1) AND (number <= 999999999))),
  constraint employment_pay_kind_check CHECK ((pay_kind = ANY (ARRAY['monthly'::text, 'hourly'::text]))),
  constraint employment_staff_check CHECK ((staff = ANY (ARRAY['worker'::text, 'salaried'::text, 'manager'::text]))),
  constraint employment_tags_check CHECK ((jsonb_typeof(tags) = 'array'::text)),
  constraint employment_title_check CHECK (platform.is_seen(title)),
  constraint employment_weekly_minutes_check CHECK (((weekly_minutes >= 1) AND (weekly_minutes <= 10080)))
);

create table payroll.employment_counter (
  company_id uuid not null,
  last integer not null,
  constraint employment_counter_pkey PRIMARY KEY (company_id),
  constraint employment_counter_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint employment_counter_last_check CHECK ((last >= 0))
);

create table payroll.holiday_year (
  company_id uuid not null,
  employment_id uuid not null,
  from_date date not null,
  paid_days integer,
  advance_days integer,
  taken_days integer,
  saved_days jsonb,
  variable_ore bigint,
  base_ore bigint,
  modified_at timestamp with time zone not null,
  constraint holiday_year_pkey PRIMARY KEY (company_id, employment_id, from_date),
  constraint holiday_year_company_id_employment_id_fkey FOREIGN KEY (company_id, employment_id) REFERENCES payroll.employment(company_id, id) ON DELETE CASCADE,
  constraint holiday_year_advance_days_check CHECK (((advance_days >= 0) AND (advance_days <= 10000))),
  constraint holiday_year_base_ore_check CHECK ((base_ore >= 0)),
  constraint holiday_year_paid_days_check CHECK (((paid_days >= 0) AND (paid_days <= 10000))),
  constraint holiday_year_taken_days_check CHECK (((taken_days >= 0) AND (taken_days <= 10000))),
  constraint holiday_year_variable_ore_check CHECK ((variable_ore >= 0))
);

create table payroll.pay (
  company_id uuid not null,
  employment_id uuid not null,
  from_date date not null,
  ore bigint not null,
  constraint pay_pkey PRIMARY KEY (company_id, employment_id, from_date),
  constraint pay_company_id_employment_id_fkey FOREIGN KEY (company_id, employment_id) REFERENCES payroll.employment(company_id, id) ON DELETE CASCADE,
  constraint pay_ore_check CHECK ((ore > 0))
);

create table payroll.pay_item (
  company_id uuid not null,
  id uuid not null,
  employment_id uuid not null,
  pay_type text not null,
  from_date date not null,
  to_date date,
  is_monthly boolean not null,
  quantity_thousandths bigint,
  rate_ore bigint,
  ore bigint,
  protected_ore bigint,
  note text,
  pay_run_id uuid,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint pay_item_pkey PRIMARY KEY (company_id, id),
  constraint pay_item_company_id_employment_id_fkey FOREIGN KEY (company_id, employment_id) REFERENCES payroll.employment(company_id, id) ON DELETE CASCADE,
  constraint pay_item_check CHECK ((to_date >= from_date)),
  constraint pay_item_check1 CHECK (((ore IS NOT NULL) OR (quantity_thousandths IS NOT NULL))),
  constraint pay_item_pay_type_check CHECK (((char_length(pay_type) >= 1) AND (char_length(pay_type) <= 40))),
  constraint pay_item_protected_ore_check CHECK ((protected_ore >= 0))
);

create table payroll.pay_run (
  company_id uuid not null,
  id uuid not null,
  number integer not null,
  name text not null,
  pay_date date not null,
  from_date date not null,
  to_date date not null,
  employment_ids uuid[],
  state text not null,
  reviewed_by_id uuid,
  reviewed_by_name text,
  approved_by_id uuid,
  approved_by_name text,
  journal_entry_id uuid,
  journal_entry_number text,
  reversed_entry_ids uuid[] not null default '{}'::uuid[],
  computed_at timestamp with time zone not null,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint pay_run_pkey PRIMARY KEY (company_id, id),
  constraint pay_run_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint pay_run_check CHECK ((to_date >= from_date)),
  constraint pay_run_check1 CHECK (((state = ANY (ARRAY['booked'::text, 'paid'::text])) = (journal_entry_id IS NOT NULL))),
  constraint pay_run_check2 CHECK (((state = 'draft'::text) = (reviewed_by_id IS NULL))),
  constraint pay_run_check3 CHECK (((state = ANY (ARRAY['draft'::text, 'reviewed'::text])) = (approved_by_id IS NULL))),
  constraint pay_run_employment_ids_check CHECK (((cardinality(employment_ids) >= 1) AND (cardinality(employment_ids) <= 1000))),
  constraint pay_run_name_check CHECK (platform.is_seen(name)),
  constraint pay_run_number_check CHECK (((number >= 1) AND (number <= 999999999))),
  constraint pay_run_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'reviewed'::text, 'approved'::text, 'booked'::text, 'paid'::text])))
);

create table payroll.pay_run_counter (
  company_id uuid not null,
  last integer not null,
  constraint pay_run_counter_pkey PRIMARY KEY (company_id),
  constraint pay_run_counter_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint pay_run_counter_last_check CHECK ((last >= 0))
);

create table payroll.payslip (
  company_id uuid not null,
  id uuid not null,
  pay_run_id uuid not null,
  employee_id uuid not null,
  person jsonb not null,
  birth_year integer not null,
  gross_ore bigint not null,
  benefits_ore bigint not null,
  regular_ore bigint not null,
  one_off_ore bigint not null,
  tax_ore bigint not null,
  deductions_ore bigint not null,
  reimbursed_ore bigint not null,
  net_ore bigint not null,
  base_ore bigint not null,
  contributions_ore bigint not null,
  growth_support_ore bigint not null,
  parts jsonb not null,
  bank_payment_id uuid,
  constraint payslip_pkey PRIMARY KEY (company_id, id),
  constraint payslip_company_id_pay_run_id_fkey FOREIGN KEY (company_id, pay_run_id) REFERENCES payroll.pay_run(company_id, id) ON DELETE CASCADE,
  constraint payslip_growth_support_ore_check CHECK ((growth_support_ore >= 0)),
  constraint payslip_parts_check CHECK ((jsonb_typeof(parts) = 'object'::text)),
  constraint payslip_person_check CHECK ((jsonb_typeof(person) = 'object'::text)),
  constraint payslip_tax_ore_check CHECK ((tax_ore >= 0))
);

create table payroll.payslip_line (
  company_id uuid not null,
  payslip_id uuid not null,
  "position" integer not null,
  employment_id uuid not null,
  pay_type text not null,
  note text,
  from_date date,
  to_date date,
  quantity_thousandths bigint,
  rate_ore bigint,
  ore bigint not null,
  pay_item_id uuid,
  corrected_run_id uuid,
  constraint payslip_line_pkey PRIMARY KEY (company_id, payslip_id, "position"),
  constraint payslip_line_company_id_payslip_id_fkey FOREIGN KEY (company_id, payslip_id) REFERENCES payroll.payslip(company_id, id) ON DELETE CASCADE,
  constraint payslip_line_position_check CHECK (("position" >= 1))
);

create table payroll.settings (
  company_id uuid not null,
  needs_two boolean not null,
  accounts jsonb not null,
  modified_at timestamp with time zone not null,
  constraint settings_pkey PRIMARY KEY (company_id),
  constraint settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint settings_accounts_check CHECK ((jsonb_typeof(accounts) = 'object'::text))
);

create table payroll.working_schedule (
  company_id uuid not null,
  employment_id uuid not null,
  from_date date not null,
  weeks jsonb not null,
  works_holidays boolean not null,
  constraint working_schedule_pkey PRIMARY KEY (company_id, employment_id, from_date),
  constraint working_schedule_company_id_employment_id_fkey FOREIGN KEY (company_id, employment_id) REFERENCES payroll.employment(company_id, id) ON DELETE CASCADE,
  constraint working_schedule_weeks_check CHECK (((jsonb_typeof(weeks) = 'array'::text) AND ((jsonb_array_length(weeks) >= 1) AND (jsonb_array_length(weeks) <= 12))))
);

create table plans.company_plan (
  company_id uuid not null,
  plan text not null,
  addons text[] not null default '{}'::text[],
  expires_on date,
  trial_ends_on date,
  changed_at timestamp with time zone not null,
  constraint company_plan_pkey PRIMARY KEY (company_id),
  constraint company_plan_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint company_plan_addons_check CHECK ((addons <@ ARRAY['api'::text])),
  constraint company_plan_plan_check CHECK ((plan = ANY (ARRAY['Basic'::text, 'Plus'::text, 'Premium'::text, 'Business'::text])))
);

create table plans.monthly_usage (
  company_id uuid not null,
  month date not null,
  requests bigint not null,
  constraint monthly_usage_pkey PRIMARY KEY (company_id, month),
  constraint monthly_usage_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint monthly_usage_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint monthly_usage_requests_check CHECK ((requests >= 0))
) with (fillfactor=50);

create table platform.event (
  id uuid,
  company_id uuid,
  happened_at timestamp with time zone not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  kind text not null,
  detail jsonb,
  agency_id uuid,
  from_address text,
  tenant_id uuid not null,
  number bigint not null,
  resource_id text,
  of_id text,
  owner_id uuid,
  constraint event_pkey PRIMARY KEY (tenant_id, number),
  constraint event_remembered CHECK (((id IS NULL) = (detail IS NULL)))
);

create table platform.event_counter (
  tenant_id uuid not null,
  last_number bigint not null,
  kept_from bigint not null default 1,
  ended_at timestamp with time zone,
  constraint event_counter_pkey PRIMARY KEY (tenant_id)
) with (fillfactor=50);

create table platform.function_revision (
  id integer not null generated always as identity,
  revision integer not null,
  digest text not null,
  applied_at timestamp with time zone not null default now(),
  constraint function_revision_pkey PRIMARY KEY (id)
);

create table platform.idempotency_key (
  scope_id uuid not null,
  actor_id uuid not null,
  key text not null,
  request_digest bytea not null,
  status smallint not null,
  headers jsonb not null,
  created_at timestamp with time zone not null,
  sealed_body bytea,
  sealed_digest_key bytea,
  constraint idempotency_key_pkey PRIMARY KEY (scope_id, actor_id, key)
);

create table platform.job (
  id uuid not null,
  number bigint not null generated always as identity,
  kind text not null,
  tenant_id uuid not null,
  order_key text,
  payload jsonb not null,
  is_scheduled boolean not null default false,
  queued_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  claim_id uuid,
  failed_at timestamp with time zone,
  last_error text,
  account_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  constraint job_pkey PRIMARY KEY (id),
  constraint job_attempts_check CHECK ((attempts >= 0)),
  constraint job_failed_is_free CHECK (((failed_at IS NULL) OR (claim_id IS NULL))),
  constraint job_kind_check CHECK ((kind ~ '^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$'::text)),
  constraint job_last_error_check CHECK ((char_length(last_error) <= 300)),
  constraint job_order_key_check CHECK (((char_length(order_key) >= 1) AND (char_length(order_key) <= 300))),
  constraint job_payload_check CHECK (((jsonb_typeof(payload) = 'object'::text) AND (octet_length((payload)::text) <= 10000))),
  constraint job_schedule_goes_on CHECK (((failed_at IS NULL) OR (NOT is_scheduled)))
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);

create table platform.mail (
  id uuid not null,
  recipient text not null,
  subject text not null,
  sealed_text bytea,
  created_at timestamp with time zone not null,
  attempts integer not null default 0,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  last_error text,
  company_id uuid,
  errand text,
  sender_name text,
  reply_to text,
  withdrawn_at timestamp with time zone,
  constraint mail_pkey PRIMARY KEY (id),
  constraint mail_check CHECK (((sent_at IS NULL) OR (sealed_text IS NULL))),
  constraint mail_check1 CHECK ((((errand IS NULL) = (company_id IS NULL)) AND ((errand IS NULL) = (sender_name IS NULL))))
);

create table platform.mail_return (
  local_part text not null,
  mail_id uuid not null,
  company_id uuid not null,
  errand text not null,
  recipient text not null,
  made_at timestamp with time zone not null,
  constraint mail_return_pkey PRIMARY KEY (local_part),
  constraint mail_return_local_part_check CHECK ((local_part ~ '^retur-[a-z2-9]{24}$'::text)),
  constraint mail_return_recipient_check CHECK (((char_length(recipient) >= 3) AND (char_length(recipient) <= 254)))
);

create table platform.migration (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (number)
);

create table platform.row_count (
  company_id uuid not null,
  list text not null,
  id uuid not null,
  rows bigint not null,
  constraint row_count_pkey PRIMARY KEY (company_id, list, id)
);

create table platform.sealed_word (
  id integer not null default 1,
  sealed bytea not null,
  constraint sealed_word_pkey PRIMARY KEY (id),
  constraint sealed_word_id_check CHECK ((id = 1))
);

create table platform.sealing_due (
  table_name text not null,
  condition text not null,
  constraint sealing_due_pkey PRIMARY KEY (table_name)
);

create table platform.witness (
  id bigint not null generated always as identity,
  chain_id uuid not null,
  what text not null,
  shape integer not null,
  witnessed_at timestamp with time zone not null default date_trunc('milliseconds'::text, now()),
  rows text[] not null,
  digests bytea[] not null,
  number bigint,
  link bytea,
  constraint witness_pkey PRIMARY KEY (id),
  constraint witness_chain_id_number_key UNIQUE (chain_id, number),
  constraint witness_shape_fkey FOREIGN KEY (shape) REFERENCES platform.witness_shape(id),
  constraint witness_check CHECK ((cardinality(rows) = cardinality(digests))),
  constraint witness_check1 CHECK (((number IS NULL) = (link IS NULL)))
);

create table platform.witness_head (
  chain_id uuid not null,
  number bigint not null default 0,
  link bytea not null default decode(repeat('00'::text, 32), 'hex'::text),
  constraint witness_head_pkey PRIMARY KEY (chain_id)
) with (fillfactor=50);

create table platform.witness_shape (
  id integer not null generated always as identity,
  what text not null,
  columns text[] not null,
  constraint witness_shape_pkey PRIMARY KEY (id),
  constraint witness_shape_what_columns_key UNIQUE (what, columns),
  constraint witness_shape_what_fkey FOREIGN KEY (what) REFERENCES platform.witnessed(what)
);

create table platform.witnessed (
  what text not null,
  name text not null,
  chain text[] not null,
  key text[] not null,
  apart text[] not null,
  due text not null,
  is_walked boolean not null,
  walked_to text[],
  constraint witnessed_pkey PRIMARY KEY (what)
);

create table proposals.limits (
  company_id uuid not null,
  drafts boolean not null,
  entry_ore bigint,
  day_ore bigint,
  accounts integer[] not null,
  modified_at timestamp with time zone not null,
  constraint limits_pkey PRIMARY KEY (company_id),
  constraint limits_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint limits_accounts_check CHECK ((cardinality(accounts) <= 100)),
  constraint limits_check CHECK (((entry_ore IS NULL) = (day_ore IS NULL))),
  constraint limits_check1 CHECK (((entry_ore IS NULL) = (cardinality(accounts) = 0))),
  constraint limits_day_ore_check CHECK ((day_ore > 0)),
  constraint limits_entry_ore_check CHECK ((entry_ore > 0))
);

create table proposals.proposal (
  company_id uuid not null,
  id uuid not null,
  state text not null,
  revision integer not null,
  operation_id text not null,
  method text not null,
  path text not null,
  sealed_body bytea,
  reason text not null,
  reference text,
  upload_id uuid,
  digest bytea not null,
  etag text,
  effects jsonb not null,
  warnings jsonb not null,
  vat_periods jsonb not null,
  notice jsonb,
  words text,
  result_id text,
  let_through_ore bigint,
  proposed_by_kind text not null,
  proposed_by_id uuid not null,
  proposed_by_name text not null,
  decided_by_kind text,
  decided_by_id uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint proposal_pkey PRIMARY KEY (company_id, id),
  constraint proposal_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint proposal_check CHECK (((state = ANY (ARRAY['waiting'::text, 'outdated'::text])) = (decided_at IS NULL))),
  constraint proposal_check1 CHECK (((decided_at IS NULL) = (decided_by_id IS NULL))),
  constraint proposal_check2 CHECK (((state = 'returned'::text) = (words IS NOT NULL))),
  constraint proposal_digest_check CHECK ((octet_length(digest) = 32)),
  constraint proposal_effects_check CHECK ((jsonb_typeof(effects) = 'object'::text)),
  constraint proposal_let_through_ore_check CHECK ((let_through_ore >= 0)),
  constraint proposal_method_check CHECK ((method = ANY (ARRAY['POST'::text, 'PUT'::text, 'PATCH'::text, 'DELETE'::text]))),
  constraint proposal_notice_check CHECK ((jsonb_typeof(notice) = 'object'::text)),
  constraint proposal_path_check CHECK (((char_length(path) >= 1) AND (char_length(path) <= 500))),
  constraint proposal_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000))),
  constraint proposal_reference_check CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 100))),
  constraint proposal_revision_check CHECK (((revision >= 1) AND (revision <= 1000000))),
  constraint proposal_sealed_body_check CHECK ((octet_length(sealed_body) <= 1200000)),
  constraint proposal_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'returned'::text, 'withdrawn'::text, 'outdated'::text]))),
  constraint proposal_vat_periods_check CHECK ((jsonb_typeof(vat_periods) = 'array'::text)),
  constraint proposal_warnings_check CHECK ((jsonb_typeof(warnings) = 'array'::text)),
  constraint proposal_words_check CHECK (((char_length(words) >= 1) AND (char_length(words) <= 1000)))
);

create table purchasing.advance (
  company_id uuid not null,
  id uuid not null,
  supplier_id uuid not null,
  currency text not null,
  supplier_invoice_id uuid,
  date date not null,
  description text,
  ore bigint not null,
  base_ore bigint not null,
  account integer not null,
  payment_account integer,
  journal_entry_id uuid,
  used_ore bigint not null default 0,
  used_base_ore bigint not null default 0,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  constraint advance_pkey PRIMARY KEY (company_id, id),
  constraint advance_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint advance_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint advance_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint advance_company_id_payment_account_fkey FOREIGN KEY (company_id, payment_account) REFERENCES ledger.account(company_id, number),
  constraint advance_company_id_supplier_id_currency_fkey FOREIGN KEY (company_id, supplier_id, currency) REFERENCES purchasing.supplier(company_id, id, currency),
  constraint advance_base_ore_check CHECK ((base_ore > 0)),
  constraint advance_check CHECK ((num_nulls(payment_account, journal_entry_id) =
CASE
    WHEN (supplier_invoice_id IS NULL) THEN 0
    ELSE 2
END)),
  constraint advance_check1 CHECK (((used_ore >= 0) AND (used_ore <= ore))),
  constraint advance_check2 CHECK (((used_base_ore >= 0) AND (used_base_ore <= base_ore))),
  constraint advance_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 200))),
  constraint advance_ore_check CHECK ((ore > 0))
);

create table purchasing.advance_use (
  company_id uuid not null,
  id uuid not null,
  advance_id uuid not null,
  kind text not null,
  date date not null,
  ore bigint not null,
  base_ore bigint not null,
  money_ore bigint,
  payment_account integer,
  supplier_invoice_id uuid,
  payment_id uuid,
  journal_entry_id uuid,
  reverses_id uuid,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  constraint advance_use_pkey PRIMARY KEY (company_id, id),
  constraint advance_use_company_id_advance_id_fkey FOREIGN KEY (company_id, advance_id) REFERENCES purchasing.advance(company_id, id),
  constraint advance_use_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint advance_use_check CHECK (((kind = 'repaid'::text) = (money_ore IS NOT NULL))),
  constraint advance_use_check1 CHECK (((kind = 'repaid'::text) = (payment_account IS NOT NULL))),
  constraint advance_use_check2 CHECK (((kind = 'repaid'::text) = (supplier_invoice_id IS NULL))),
  constraint advance_use_check3 CHECK (((kind = 'setOff'::text) = (payment_id IS NOT NULL))),
  constraint advance_use_check4 CHECK (((reverses_id IS NULL) = (ore > 0))),
  constraint advance_use_kind_check CHECK ((kind = ANY (ARRAY['setOff'::text, 'repaid'::text, 'deducted'::text]))),
  constraint advance_use_ore_check CHECK ((ore <> 0))
);

create table purchasing.approval (
  company_id uuid not null,
  id uuid not null,
  supplier_invoice_id uuid not null,
  person_id uuid not null,
  person_name text not null,
  total_base_ore bigint not null,
  approved_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  constraint approval_pkey PRIMARY KEY (company_id, id),
  constraint approval_company_id_supplier_invoice_id_fkey FOREIGN KEY (company_id, supplier_invoice_id) REFERENCES purchasing.supplier_invoice(company_id, id) ON DELETE CASCADE
);

create table purchasing.approver (
  company_id uuid not null,
  person_id uuid not null,
  limit_ore bigint,
  constraint approver_pkey PRIMARY KEY (company_id, person_id),
  constraint approver_company_id_fkey FOREIGN KEY (company_id) REFERENCES purchasing.settings(company_id),
  constraint approver_limit_ore_check CHECK ((limit_ore > 0))
);

create table purchasing.open_days (
  company_id uuid not null,
  supplier_invoice_id uuid not null,
  days daterange not null,
  changed_at timestamp with time zone not null,
  constraint open_days_pkey PRIMARY KEY (company_id, supplier_invoice_id),
  constraint open_days_company_id_supplier_invoice_id_fkey FOREIGN KEY (company_id, supplier_invoice_id) REFERENCES purchasing.supplier_invoice(company_id, id) ON DELETE CASCADE
);

create table purchasing.payment (
  company_id uuid not null,
  id uuid not null,
  supplier_invoice_id uuid not null,
  date date not null,
  ore bigint not null,
  base_ore bigint not null,
  claim_base_ore bigint not null,
  paid_before_ore bigint not null,
  account integer not null,
  journal_entry_id uuid not null,
  moved_entry_id uuid,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  discount_ore bigint not null default 0,
  terms_on_invoice boolean,
  set_off_payment_id uuid,
  advance_id uuid,
  constraint payment_pkey PRIMARY KEY (company_id, id),
  constraint payment_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint payment_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint payment_company_id_moved_entry_id_fkey FOREIGN KEY (company_id, moved_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint payment_company_id_supplier_invoice_id_fkey FOREIGN KEY (company_id, supplier_invoice_id) REFERENCES purchasing.supplier_invoice(company_id, id),
  constraint payment_check CHECK ((sign((base_ore)::double precision) = sign(((ore - discount_ore))::double precision))),
  constraint payment_check1 CHECK (((discount_ore = 0) = (terms_on_invoice IS NULL))),
  constraint payment_check2 CHECK (((discount_ore = 0) OR (sign((discount_ore)::double precision) = sign((ore)::double precision)))),
  constraint payment_ore_check CHECK ((ore <> 0))
);

create table purchasing.settings (
  company_id uuid not null,
  approves boolean not null default false,
  changed_at timestamp with time zone not null,
  two_from_ore bigint,
  approves_own boolean not null default true,
  two_signers_from_ore bigint,
  constraint settings_pkey PRIMARY KEY (company_id),
  constraint settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint settings_two_from_ore_check CHECK ((two_from_ore > 0)),
  constraint settings_two_signers_from_ore_check CHECK ((two_signers_from_ore > 0))
);

create table purchasing.supplier (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  org_number text,
  vat_number text,
  currency text not null,
  address jsonb,
  payment_details jsonb,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  sealed_org_number bytea,
  org_number_digest bytea,
  constraint supplier_pkey PRIMARY KEY (company_id, id),
  constraint supplier_company_id_id_currency_key UNIQUE (company_id, id, currency),
  constraint supplier_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint supplier_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint supplier_name_check CHECK ((name <> ''::text)),
  constraint supplier_name_is_seen CHECK (platform.is_seen(name)),
  constraint supplier_number_has_digest CHECK (((sealed_org_number IS NULL) = (org_number_digest IS NULL))),
  constraint supplier_number_is_one CHECK (((sealed_org_number IS NULL) OR ((org_number IS NULL) AND (octet_length(sealed_org_number) > 32)))),
  constraint supplier_number_is_sealed CHECK (((org_number IS NULL) OR (NOT platform.is_personal_number(org_number)))) NOT VALID,
  constraint supplier_org_number_digest_check CHECK ((octet_length(org_number_digest) = 32)),
  constraint supplier_payment_details_check CHECK (((payment_details IS NULL) OR (COALESCE((payment_details ->> 'type'::text), ''::text) = ANY (ARRAY['bankgiro'::text, 'plusgiro'::text, 'transfer'::text, 'internationalPayment'::text]))))
);

create table purchasing.supplier_invoice (
  company_id uuid not null,
  id uuid not null,
  supplier_id uuid not null,
  invoice_number text,
  invoice_date date not null,
  due_date date not null,
  currency text not null,
  currency_rate numeric(18,8) not null,
  rate_is_manual boolean not null default false,
  total_ore bigint not null,
  total_base_ore bigint not null,
  paid_ore bigint not null default 0,
  approved_at timestamp with time zone,
  approved_by text,
  recorded_at timestamp with time zone,
  recorded_on date,
  journal_entry_id uuid,
  payable_account integer,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  written_by_id uuid,
  constraint supplier_invoice_pkey PRIMARY KEY (company_id, id),
  constraint supplier_invoice_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint supplier_invoice_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint supplier_invoice_company_id_supplier_id_currency_fkey FOREIGN KEY (company_id, supplier_id, currency) REFERENCES purchasing.supplier(company_id, id, currency),
  constraint supplier_invoice_check CHECK ((due_date >= invoice_date)),
  constraint supplier_invoice_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint supplier_invoice_currency_rate_check CHECK (((currency_rate > (0)::numeric) AND (currency_rate < (1000000)::numeric)))
);

create table purchasing.supplier_invoice_line (
  company_id uuid not null,
  supplier_invoice_id uuid not null,
  "position" integer not null,
  account integer not null,
  description text,
  net_ore bigint not null,
  tax_rate smallint not null,
  tax_ore bigint not null,
  vat_treatment text not null,
  constraint supplier_invoice_line_pkey PRIMARY KEY (company_id, supplier_invoice_id, "position"),
  constraint supplier_invoice_line_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint supplier_invoice_line_company_id_supplier_invoice_id_fkey FOREIGN KEY (company_id, supplier_invoice_id) REFERENCES purchasing.supplier_invoice(company_id, id),
  constraint supplier_invoice_line_check CHECK (((vat_treatment = 'domestic'::text) OR (tax_ore = 0))),
  constraint supplier_invoice_line_check1 CHECK (((vat_treatment = 'domestic'::text) OR ((vat_treatment = 'exempt'::text) = (tax_rate = 0)))),
  constraint supplier_invoice_line_net_ore_check CHECK ((net_ore <> 0)),
  constraint supplier_invoice_line_position_check CHECK (("position" > 0)),
  constraint supplier_invoice_line_tax_rate_check CHECK ((tax_rate = ANY (ARRAY[0, 6, 12, 25]))),
  constraint supplier_invoice_line_vat_treatment_check CHECK ((vat_treatment = ANY (ARRAY['domestic'::text, 'exempt'::text, 'euGoods'::text, 'euServices'::text, 'nonEuServices'::text, 'domesticGoodsReverseCharge'::text, 'domesticServicesReverseCharge'::text, 'import'::text])))
);

create table readings.reading (
  company_id uuid not null,
  upload_id uuid not null,
  state text not null,
  reason text,
  facts jsonb,
  party text,
  asked_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint reading_pkey PRIMARY KEY (company_id, upload_id),
  constraint reading_company_id_upload_id_fkey FOREIGN KEY (company_id, upload_id) REFERENCES documents.upload(company_id, id) ON DELETE CASCADE,
  constraint reading_check CHECK (((state = 'read'::text) = (facts IS NOT NULL))),
  constraint reading_check1 CHECK (((state = 'unreadable'::text) = (reason IS NOT NULL))),
  constraint reading_check2 CHECK (((state = 'waiting'::text) = (read_at IS NULL))),
  constraint reading_facts_check CHECK ((jsonb_typeof(facts) = 'object'::text)),
  constraint reading_party_check CHECK ((char_length(party) <= 200)),
  constraint reading_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'read'::text, 'unreadable'::text])))
);

create table recurring.occurrence (
  company_id uuid not null,
  schedule_id uuid not null,
  date date not null,
  made_at timestamp with time zone not null,
  invoice_id uuid,
  outcome text not null,
  failure text,
  handled_at timestamp with time zone,
  waits_for_room boolean not null default false,
  failure_said jsonb,
  constraint occurrence_pkey PRIMARY KEY (company_id, schedule_id, date),
  constraint occurrence_company_id_schedule_id_fkey FOREIGN KEY (company_id, schedule_id) REFERENCES recurring.schedule(company_id, id) ON DELETE CASCADE,
  constraint occurrence_check CHECK (((invoice_id IS NULL) = (outcome = 'none'::text))),
  constraint occurrence_check1 CHECK (((outcome <> 'none'::text) OR (failure IS NOT NULL))),
  constraint occurrence_check2 CHECK (((handled_at IS NULL) OR (failure IS NOT NULL))),
  constraint occurrence_outcome_check CHECK ((outcome = ANY (ARRAY['none'::text, 'draft'::text, 'published'::text, 'sent'::text]))),
  constraint occurrence_said_has_a_reason CHECK (((failure_said IS NULL) OR ((failure IS NOT NULL) AND (failure_said ? 'reason'::text))))
);

create table recurring.schedule (
  company_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  invoice jsonb not null,
  terms_days integer,
  every integer not null,
  unit text not null,
  day_of_month integer,
  first_date date not null,
  last_date date,
  times integer,
  invoiced text not null,
  missed text not null,
  outcome text not null,
  language text not null,
  price_changes jsonb not null,
  state text not null,
  next_date date,
  next_number integer,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  active_customer_id uuid generated always as (
CASE
    WHEN (state <> 'ended'::text) THEN customer_id
    ELSE NULL::uuid
END) stored,
  constraint schedule_pkey PRIMARY KEY (company_id, id),
  constraint schedule_active_customer_fkey FOREIGN KEY (company_id, active_customer_id) REFERENCES sales.customer(company_id, id),
  constraint schedule_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id),
  constraint schedule_check CHECK ((last_date >= first_date)),
  constraint schedule_check1 CHECK ((((next_date IS NULL) = (state = 'ended'::text)) AND ((next_number IS NULL) = (state = 'ended'::text)))),
  constraint schedule_day_of_month_check CHECK (((day_of_month >= 1) AND (day_of_month <= 31))),
  constraint schedule_every_check CHECK (((every >= 1) AND (every <= 120))),
  constraint schedule_invoiced_check CHECK ((invoiced = ANY (ARRAY['inAdvance'::text, 'inArrears'::text]))),
  constraint schedule_language_check CHECK ((language = ANY (ARRAY['sv'::text, 'en'::text]))),
  constraint schedule_missed_check CHECK ((missed = ANY (ARRAY['skip'::text, 'make'::text]))),
  constraint schedule_outcome_check CHECK ((outcome = ANY (ARRAY['draft'::text, 'published'::text, 'sent'::text]))),
  constraint schedule_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text]))),
  constraint schedule_terms_days_check CHECK (((terms_days >= 0) AND (terms_days <= 365))),
  constraint schedule_times_check CHECK ((times > 0)),
  constraint schedule_unit_check CHECK ((unit = ANY (ARRAY['days'::text, 'weeks'::text, 'months'::text, 'years'::text])))
);

create table reminders.hold (
  company_id uuid not null,
  id uuid not null,
  customer_id uuid,
  invoice_id uuid,
  reason text not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  placed_at timestamp with time zone not null,
  constraint hold_pkey PRIMARY KEY (company_id, id),
  constraint hold_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES sales.customer(company_id, id) ON DELETE CASCADE,
  constraint hold_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id),
  constraint hold_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES sales.invoice(company_id, id) ON DELETE CASCADE,
  constraint hold_check CHECK (((customer_id IS NULL) <> (invoice_id IS NULL))),
  constraint hold_reason_check CHECK ((char_length(reason) <= 500))
);

create table reminders.mailing (
  company_id uuid not null,
  id uuid not null,
  reminder_id uuid not null,
  recipient text not null,
  made_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  delayed_at timestamp with time zone,
  delivered_at timestamp with time zone,
  bounced_at timestamp with time zone,
  report text,
  failure_said jsonb,
  constraint mailing_pkey PRIMARY KEY (company_id, id),
  constraint mailing_company_id_reminder_id_fkey FOREIGN KEY (company_id, reminder_id) REFERENCES reminders.reminder(company_id, id),
  constraint mailing_check CHECK (((sent_at IS NULL) OR (failed_at IS NULL))),
  constraint mailing_check1 CHECK (((failed_at IS NULL) = (failure IS NULL))),
  constraint mailing_check2 CHECK (((sent_at IS NOT NULL) OR ((delayed_at IS NULL) AND (delivered_at IS NULL) AND (bounced_at IS NULL)))),
  constraint mailing_check3 CHECK (((report IS NULL) OR (delayed_at IS NOT NULL) OR (bounced_at IS NOT NULL))),
  constraint mailing_check4 CHECK (((bounced_at IS NULL) OR (report IS NOT NULL))),
  constraint mailing_failure_check CHECK ((char_length(failure) <= 300)),
  constraint mailing_recipient_check CHECK ((((char_length(recipient) >= 3) AND (char_length(recipient) <= 254)) AND (recipient !~ '[[:cntrl:][:space:]]'::text))),
  constraint mailing_report_check CHECK (((char_length(report) >= 1) AND (char_length(report) <= 300))),
  constraint mailing_said_has_a_reason CHECK (((failure_said IS NULL) OR ((failure IS NOT NULL) AND (failure_said ? 'reason'::text))))
);

create table reminders.reference_rate (
  from_date date not null,
  hundredths integer not null,
  changed_at timestamp with time zone not null,
  set_by text,
  constraint reference_rate_pkey PRIMARY KEY (from_date),
  constraint reference_rate_from_date_check CHECK (((EXTRACT(day FROM from_date) = (1)::numeric) AND (EXTRACT(month FROM from_date) = ANY (ARRAY[(1)::numeric, (7)::numeric])))),
  constraint reference_rate_hundredths_check CHECK (((hundredths >= '-500'::integer) AND (hundredths <= 10000)))
);

create table reminders.reminder (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  number integer not null,
  date date not null,
  due_date date not null,
  unpaid_ore bigint not null,
  fee_ore bigint not null,
  fees_ore bigint not null,
  interest_ore bigint not null,
  spans jsonb not null,
  sheet jsonb not null,
  is_automatic boolean not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  made_at timestamp with time zone not null,
  cancelled_at timestamp with time zone,
  cancelled_by text,
  cancel_reason text,
  modified_at timestamp with time zone not null,
  cancel_said jsonb,
  constraint reminder_pkey PRIMARY KEY (company_id, id),
  constraint reminder_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id),
  constraint reminder_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES sales.invoice(company_id, id),
  constraint reminder_cancel_reason_check CHECK (((char_length(cancel_reason) >= 1) AND (char_length(cancel_reason) <= 500))),
  constraint reminder_check CHECK ((due_date >= date)),
  constraint reminder_check1 CHECK ((fees_ore >= fee_ore)),
  constraint reminder_check2 CHECK ((((cancelled_at IS NULL) = (cancel_reason IS NULL)) AND ((cancelled_at IS NULL) = (cancelled_by IS NULL)))),
  constraint reminder_fee_ore_check CHECK ((fee_ore >= 0)),
  constraint reminder_interest_ore_check CHECK ((interest_ore >= 0)),
  constraint reminder_number_check CHECK ((number > 0)),
  constraint reminder_said_has_a_reason CHECK (((cancel_said IS NULL) OR ((cancel_reason IS NOT NULL) AND (cancel_said ? 'reason'::text)))),
  constraint reminder_unpaid_ore_check CHECK ((unpaid_ore > 0))
);

create table reminders.settings (
  company_id uuid not null,
  is_automatic boolean not null,
  due_from date,
  first_after_days integer not null,
  days_between integer not null,
  most integer not null,
  due_in_days integer not null,
  fee_ore bigint not null,
  is_fee_agreed boolean not null,
  fee_on text not null,
  charges_interest boolean not null,
  interest_from text not null,
  own_rate integer,
  text text,
  text_english text,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  changed_at timestamp with time zone not null,
  done_on date,
  claims_compensation boolean not null default false,
  constraint settings_pkey PRIMARY KEY (company_id),
  constraint settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES ledger.book(company_id),
  constraint settings_check CHECK (((fee_ore = 0) OR is_fee_agreed)),
  constraint settings_check1 CHECK (((NOT is_automatic) OR (due_from IS NOT NULL))),
  constraint settings_days_between_check CHECK (((days_between >= 1) AND (days_between <= 365))),
  constraint settings_due_in_days_check CHECK (((due_in_days >= 1) AND (due_in_days <= 90))),
  constraint settings_fee_on_check CHECK ((fee_on = ANY (ARRAY['first'::text, 'each'::text]))),
  constraint settings_fee_ore_check CHECK (((fee_ore >= 0) AND (fee_ore <= 100000))),
  constraint settings_first_after_days_check CHECK (((first_after_days >= 1) AND (first_after_days <= 365))),
  constraint settings_interest_from_check CHECK ((interest_from = ANY (ARRAY['dueDate'::text, 'invoice'::text, 'reminder'::text]))),
  constraint settings_most_check CHECK (((most >= 1) AND (most <= 10))),
  constraint settings_own_rate_check CHECK (((own_rate >= 0) AND (own_rate <= 10000)))
);

create table request_log.request (
  holder_id uuid not null,
  id uuid not null,
  happened_at timestamp with time zone not null,
  token_id uuid,
  tenant_id uuid,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms integer not null,
  request_id text not null,
  error jsonb,
  left_out integer not null default 0,
  constraint request_pkey PRIMARY KEY (holder_id, id),
  constraint request_duration_ms_check CHECK ((duration_ms >= 0)),
  constraint request_left_out_check CHECK ((left_out >= 0)),
  constraint request_method_check CHECK ((char_length(method) <= 10)),
  constraint request_path_check CHECK ((char_length(path) <= 1000)),
  constraint request_request_id_check CHECK ((char_length(request_id) <= 100)),
  constraint request_status_check CHECK (((status >= 100) AND (status <= 599)))
);

create table sales.attachment (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  file_name text not null,
  content_type text not null,
  size integer not null,
  digest bytea not null,
  created_at timestamp with time zone not null,
  constraint attachment_pkey PRIMARY KEY (company_id, id),
  constraint attachment_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES sales.invoice(company_id, id) ON DELETE CASCADE
);

create table sales.contact_detail (
  company_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  "position" integer not null,
  name text,
  email text,
  phone text,
  is_default boolean not null,
  constraint contact_detail_pkey PRIMARY KEY (company_id, id),
  constraint contact_detail_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES sales.customer(company_id, id) ON DELETE CASCADE,
  constraint contact_detail_name_is_seen CHECK (platform.is_seen(name))
);

create table sales.counter (
  company_id uuid not null,
  next_invoice bigint not null default 1,
  constraint counter_pkey PRIMARY KEY (company_id),
  constraint counter_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint counter_next_invoice_check CHECK ((next_invoice > 0))
) with (fillfactor=50);

create table sales.customer (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  type text not null,
  customer_number text not null,
  vat_number text,
  org_number text,
  payment_terms text,
  address jsonb,
  language text,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  peppol_scheme text,
  peppol_id text,
  sealed_org_number bytea,
  org_number_digest bytea,
  constraint customer_pkey PRIMARY KEY (company_id, id),
  constraint customer_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint customer_check CHECK (((peppol_scheme IS NULL) = (peppol_id IS NULL))),
  constraint customer_language_check CHECK ((language = ANY (ARRAY['sv'::text, 'en'::text]))),
  constraint customer_name_is_seen CHECK (platform.is_seen(name)),
  constraint customer_number_has_digest CHECK (((sealed_org_number IS NULL) = (org_number_digest IS NULL))),
  constraint customer_number_is_one CHECK (((sealed_org_number IS NULL) OR ((org_number IS NULL) AND (octet_length(sealed_org_number) > 32)))),
  constraint customer_number_is_sealed CHECK (((org_number IS NULL) OR ((type <> 'private'::text) AND (NOT platform.is_personal_number(org_number))))) NOT VALID,
  constraint customer_org_number_digest_check CHECK ((octet_length(org_number_digest) = 32)),
  constraint customer_peppol_id_check CHECK ((peppol_id ~ '^[A-Za-z0-9._~:-]{1,50}$'::text)),
  constraint customer_peppol_scheme_check CHECK ((peppol_scheme ~ '^\d{4}$'::text)),
  constraint customer_type_check CHECK ((type = ANY (ARRAY['company'::text, 'private'::text])))
);

create table sales.customer_counter (
  company_id uuid not null,
  next bigint not null default 1,
  constraint customer_counter_pkey PRIMARY KEY (company_id),
  constraint customer_counter_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint customer_counter_next_check CHECK ((next > 0))
) with (fillfactor=50);

create table sales.dropped_file (
  company_id uuid not null,
  digest bytea not null,
  dropped_at timestamp with time zone not null default now(),
  constraint dropped_file_pkey PRIMARY KEY (company_id, digest)
);

create table sales.dropped_paper (
  company_id uuid not null,
  digest bytea not null,
  dropped_at timestamp with time zone not null default now(),
  constraint dropped_paper_pkey PRIMARY KEY (company_id, digest),
  constraint dropped_paper_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id)
);

create table sales.income_share (
  company_id uuid not null,
  invoice_id uuid not null,
  source_id uuid not null,
  part text not null,
  payer text not null,
  date date not null,
  ore bigint not null,
  journal_entry_id uuid,
  constraint income_share_pkey PRIMARY KEY (company_id, invoice_id, source_id, part),
  constraint income_share_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES sales.invoice(company_id, id),
  constraint income_share_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint income_share_payer_check CHECK ((payer = ANY (ARRAY['customer'::text, 'taxAuthority'::text])))
);

create table sales.invoice (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  type text not null default 'invoice'::text,
  credits_id uuid,
  customer_id uuid,
  contact_detail_id uuid,
  order_number_reference text,
  project_reference text,
  buyer_reference text,
  contract_reference text,
  currency text not null,
  currency_rate numeric(18,6) not null,
  date date not null,
  due_date date not null,
  delivery_address jsonb,
  metadata jsonb not null default '{}'::jsonb,
  net_ore bigint not null,
  tax_ore bigint not null,
  rounding_ore bigint not null default 0,
  total_ore bigint not null,
  total_base_ore bigint not null,
  reduction_base_ore bigint not null default 0,
  number bigint,
  payment_reference text,
  published_at timestamp with time zone,
  customer_name text,
  billing_address jsonb,
  contact jsonb,
  recorded_at timestamp with time zone,
  journal_entry_id uuid,
  receivable_account integer,
  paid_base_ore bigint not null default 0,
  settled_base_ore bigint not null default 0,
  credited_base_ore bigint not null default 0,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  delivery_date date,
  vat_exemption_reason text,
  credited_parts jsonb,
  state text not null generated always as (
CASE
    WHEN (published_at IS NULL) THEN 'draft'::text
    WHEN (kind = 'creditNote'::text) THEN 'published'::text
    WHEN ((total_base_ore > 0) AND (credited_base_ore >= total_base_ore)) THEN 'credited'::text
    WHEN (((((total_base_ore - reduction_base_ore) - credited_base_ore) - paid_base_ore) - settled_base_ore) = 0) THEN 'paid'::text
    WHEN ((currency = 'SEK'::text) AND (currency_rate = (1)::numeric) AND ((paid_base_ore <> 0) OR (settled_base_ore <> 0)) AND (abs(((((total_base_ore - reduction_base_ore) - credited_base_ore) - paid_base_ore) - settled_base_ore)) < 100)) THEN 'paid'::text
    WHEN (((((total_base_ore - reduction_base_ore) - credited_base_ore) - paid_base_ore) - settled_base_ore) < 0) THEN 'overPaid'::text
    WHEN ((paid_base_ore + settled_base_ore) > 0) THEN 'underPaid'::text
    ELSE 'published'::text
END) stored,
  constraint invoice_pkey PRIMARY KEY (company_id, id),
  constraint invoice_company_id_contact_detail_id_fkey FOREIGN KEY (company_id, contact_detail_id) REFERENCES sales.contact_detail(company_id, id) ON DELETE SET NULL (contact_detail_id),
  constraint invoice_company_id_credits_id_fkey FOREIGN KEY (company_id, credits_id) REFERENCES sales.invoice(company_id, id),
  constraint invoice_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES sales.customer(company_id, id),
  constraint invoice_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint invoice_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint invoice_check CHECK (((kind = 'creditNote'::text) = (credits_id IS NOT NULL))),
  constraint invoice_check1 CHECK (((published_at IS NULL) = (number IS NULL))),
  constraint invoice_check2 CHECK (
CASE
    WHEN (published_at IS NULL) THEN (contact IS NULL)
    ELSE (contact_detail_id IS NULL)
END),
  constraint invoice_credited_parts_check CHECK (((credited_parts IS NULL) OR (kind = 'creditNote'::text))),
  constraint invoice_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint invoice_currency_rate_check CHECK ((currency_rate > (0)::numeric)),
  constraint invoice_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'creditNote'::text]))),
  constraint invoice_reduction_base_ore_check CHECK ((reduction_base_ore >= 0)),
  constraint invoice_type_check CHECK ((type = ANY (ARRAY['invoice'::text, 'cashInvoice'::text, 'advanceInvoice'::text]))),
  constraint invoice_vat_exemption_reason_check CHECK (((length(vat_exemption_reason) >= 1) AND (length(vat_exemption_reason) <= 200)))
);

create table sales.invoice_line (
  company_id uuid not null,
  invoice_id uuid not null,
  id integer not null,
  "position" integer not null,
  item_id uuid,
  item_type text not null,
  description text not null,
  product_type text,
  unit_type text,
  quantity numeric(18,6),
  unit_price numeric(18,6),
  tax_rate smallint,
  account integer,
  net_ore bigint not null default 0,
  reduction_type text,
  job_type text,
  looks_like_food boolean not null default false,
  vat_kind text,
  union_country text,
  union_rate_hundredths integer,
  constraint invoice_line_pkey PRIMARY KEY (company_id, invoice_id, id),
  constraint invoice_line_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint invoice_line_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES sales.invoice(company_id, id) ON DELETE CASCADE,
  constraint invoice_line_company_id_item_id_fkey FOREIGN KEY (company_id, item_id) REFERENCES sales.item(company_id, id),
  constraint invoice_line_check CHECK (((item_type = 'descriptionOnlyItem'::text) OR (num_nulls(product_type, unit_type, quantity, unit_price, tax_rate) = 0))),
  constraint invoice_line_id_check CHECK ((id > 0)),
  constraint invoice_line_item_type_check CHECK ((item_type = ANY (ARRAY['salesItem'::text, 'descriptionOnlyItem'::text]))),
  constraint invoice_line_product_type_check CHECK ((product_type = ANY (ARRAY['goods'::text, 'services'::text]))),
  constraint invoice_line_reduction_type_check CHECK ((reduction_type = ANY (ARRAY['rot'::text, 'rut'::text, 'green'::text]))),
  constraint invoice_line_tax_rate_check CHECK ((tax_rate = ANY (ARRAY[0, 6, 12, 25]))),
  constraint invoice_line_union_country CHECK (((union_country ~ '^[A-Z]{2}$'::text) AND (union_country <> 'SE'::text))),
  constraint invoice_line_union_rate CHECK (((union_rate_hundredths >= 1) AND (union_rate_hundredths <= 5000))),
  constraint invoice_line_union_vat CHECK (((num_nulls(union_country, union_rate_hundredths) = ANY (ARRAY[0, 2])) AND ((union_country IS NULL) OR ((tax_rate = 0) AND (vat_kind IS NULL))))),
  constraint invoice_line_vat_kind_check CHECK ((vat_kind = ANY (ARRAY['standard'::text, 'food'::text, 'restaurant'::text, 'lodging'::text, 'art'::text, 'alcohol'::text, 'books'::text, 'passengerTransport'::text, 'culture'::text, 'dance'::text, 'sport'::text, 'copyright'::text, 'repair'::text])))
);

create table sales.item (
  company_id uuid not null,
  id uuid not null,
  item_type text not null,
  description text not null,
  product_type text,
  unit_type text,
  unit_price numeric(18,6),
  tax_rate smallint,
  account integer,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  vat_kind text,
  constraint item_pkey PRIMARY KEY (company_id, id),
  constraint item_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint item_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint item_item_type_check CHECK ((item_type = ANY (ARRAY['salesItem'::text, 'descriptionOnlyItem'::text]))),
  constraint item_product_type_check CHECK ((product_type = ANY (ARRAY['goods'::text, 'services'::text]))),
  constraint item_rate_or_kind CHECK (((vat_kind IS NULL) OR (tax_rate IS NULL))),
  constraint item_tax_rate_check CHECK ((tax_rate = ANY (ARRAY[0, 6, 12, 25]))),
  constraint item_vat_kind_check CHECK ((vat_kind = ANY (ARRAY['standard'::text, 'food'::text, 'restaurant'::text, 'lodging'::text, 'art'::text, 'alcohol'::text, 'books'::text, 'passengerTransport'::text, 'culture'::text, 'dance'::text, 'sport'::text, 'copyright'::text, 'repair'::text])))
);

create table sales.open_days (
  company_id uuid not null,
  invoice_id uuid not null,
  days daterange not null,
  changed_at timestamp with time zone not null,
  constraint open_days_pkey PRIMARY KEY (company_id, invoice_id),
  constraint open_days_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES sales.invoice(company_id, id) ON DELETE CASCADE
);

create table sales.paper (
  company_id uuid not null,
  invoice_id uuid not null,
  content jsonb not null,
  pdf_digest bytea,
  pdf_size integer,
  pdf_key bytea,
  made_at timestamp with time zone not null,
  logo_digest bytea,
  constraint paper_pkey PRIMARY KEY (company_id, invoice_id),
  constraint paper_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES sales.invoice(company_id, id),
  constraint paper_check CHECK (((pdf_digest IS NULL) = (pdf_size IS NULL))),
  constraint paper_check1 CHECK (((pdf_digest IS NOT NULL) OR (pdf_key IS NULL)))
);

create table sales.payment (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  date date not null,
  sum_base_ore bigint not null,
  account integer not null,
  recorded_at timestamp with time zone,
  journal_entry_id uuid,
  claim_base_ore bigint,
  advance_base_ore bigint,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  set_off_payment_id uuid,
  ore bigint,
  constraint payment_pkey PRIMARY KEY (company_id, id),
  constraint payment_company_id_account_fkey FOREIGN KEY (company_id, account) REFERENCES ledger.account(company_id, number),
  constraint payment_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES sales.invoice(company_id, id),
  constraint payment_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint payment_check CHECK ((((recorded_at IS NULL) = (claim_base_ore IS NULL)) AND ((recorded_at IS NULL) = (advance_base_ore IS NULL)))),
  constraint payment_ore_side CHECK ((sign((ore)::double precision) = sign((sum_base_ore)::double precision))),
  constraint payment_sum_base_ore_check CHECK ((sum_base_ore <> 0))
);

create table sales.payment_charge (
  company_id uuid not null,
  settlement_id uuid not null,
  payment_id uuid not null,
  constraint payment_charge_pkey PRIMARY KEY (company_id, settlement_id),
  constraint payment_charge_company_id_settlement_id_fkey FOREIGN KEY (company_id, settlement_id) REFERENCES sales.settlement(company_id, id) ON DELETE CASCADE
);

create table sales.payment_link (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  sending_id uuid,
  secret_digest bytea not null,
  made_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  seen_at timestamp with time zone,
  constraint payment_link_pkey PRIMARY KEY (company_id, id),
  constraint payment_link_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES sales.invoice(company_id, id),
  constraint payment_link_company_id_sending_id_fkey FOREIGN KEY (company_id, sending_id) REFERENCES sales.sending(company_id, id),
  constraint payment_link_secret_digest_check CHECK ((octet_length(secret_digest) = 32))
);

create table sales.sending (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  recipient text not null,
  is_copy boolean not null default false,
  subject text not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  made_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  delayed_at timestamp with time zone,
  delivered_at timestamp with time zone,
  bounced_at timestamp with time zone,
  report text,
  failure_said jsonb,
  constraint sending_pkey PRIMARY KEY (company_id, id),
  constraint sending_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES sales.invoice(company_id, id),
  constraint sending_check CHECK (((sent_at IS NULL) OR (failed_at IS NULL))),
  constraint sending_check1 CHECK (((failed_at IS NULL) = (failure IS NULL))),
  constraint sending_check2 CHECK (((sent_at IS NOT NULL) OR ((delayed_at IS NULL) AND (delivered_at IS NULL) AND (bounced_at IS NULL)))),
  constraint sending_check3 CHECK (((report IS NULL) OR (delayed_at IS NOT NULL) OR (bounced_at IS NOT NULL))),
  constraint sending_check4 CHECK (((bounced_at IS NULL) OR (report IS NOT NULL))),
  constraint sending_failure_check CHECK ((char_length(failure) <= 300)),
  constraint sending_recipient_check CHECK ((((char_length(recipient) >= 3) AND (char_length(recipient) <= 254)) AND (recipient !~ '[[:cntrl:][:space:]]'::text))),
  constraint sending_report_check CHECK (((char_length(report) >= 1) AND (char_length(report) <= 300))),
  constraint sending_said_has_a_reason CHECK (((failure_said IS NULL) OR ((failure IS NOT NULL) AND (failure_said ? 'reason'::text)))),
  constraint sending_subject_check CHECK ((((char_length(subject) >= 1) AND (char_length(subject) <= 200)) AND (subject !~ '[[:cntrl:]]'::text)))
);

create table sales.settings (
  company_id uuid not null,
  vat_number text,
  f_tax boolean not null default false,
  seat text,
  website text,
  bankgiro text,
  plusgiro text,
  iban text,
  bic text,
  payment_terms_days integer,
  late_interest text,
  rounds_total boolean not null default false,
  logo_digest bytea,
  logo_content_type text,
  changed_at timestamp with time zone not null,
  refuses_incomplete boolean not null default false,
  mail_subject text,
  mail_text text,
  mail_subject_english text,
  mail_text_english text,
  tells_seen boolean not null default false,
  constraint settings_pkey PRIMARY KEY (company_id),
  constraint settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint settings_mail_subject_check CHECK (((char_length(mail_subject) >= 1) AND (char_length(mail_subject) <= 200))),
  constraint settings_mail_subject_english_check CHECK (((char_length(mail_subject_english) >= 1) AND (char_length(mail_subject_english) <= 200))),
  constraint settings_mail_text_check CHECK (((char_length(mail_text) >= 1) AND (char_length(mail_text) <= 5000))),
  constraint settings_mail_text_english_check CHECK (((char_length(mail_text_english) >= 1) AND (char_length(mail_text_english) <= 5000))),
  constraint settings_payment_terms_days_check CHECK (((payment_terms_days >= 0) AND (payment_terms_days <= 365)))
);

create table sales.settlement (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  type text not null,
  date date not null,
  sum_base_ore bigint not null,
  vat_scheme text,
  recorded_at timestamp with time zone,
  journal_entry_id uuid,
  claim_base_ore bigint,
  advance_base_ore bigint,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamp with time zone not null,
  terms_on_invoice boolean,
  lowered jsonb,
  constraint settlement_pkey PRIMARY KEY (company_id, id),
  constraint settlement_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES sales.invoice(company_id, id),
  constraint settlement_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint settlement_check CHECK (((type = 'paymentServiceFee'::text) = (vat_scheme IS NOT NULL))),
  constraint settlement_check1 CHECK ((((recorded_at IS NULL) = (claim_base_ore IS NULL)) AND ((recorded_at IS NULL) = (advance_base_ore IS NULL)))),
  constraint settlement_check2 CHECK (((type = 'cashDiscount'::text) = (terms_on_invoice IS NOT NULL))),
  constraint settlement_lowered_check CHECK (((lowered IS NULL) OR (recorded_at IS NOT NULL))),
  constraint settlement_sum_base_ore_check CHECK ((sum_base_ore <> 0)),
  constraint settlement_type_check CHECK ((type = ANY (ARRAY['currency'::text, 'bankFee'::text, 'badDebt'::text, 'balanceAdjustment'::text, 'paymentServiceFee'::text, 'cashDiscount'::text, 'reminderFee'::text, 'lateInterest'::text]))),
  constraint settlement_vat_scheme_check CHECK ((vat_scheme = ANY (ARRAY['domestic'::text, 'eu'::text, 'nonEu'::text, 'vatExempt'::text])))
);

create table sales.statement_sending (
  company_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  from_date date not null,
  to_date date not null,
  language text not null,
  recipient text not null,
  is_copy boolean not null default false,
  subject text not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  made_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  delayed_at timestamp with time zone,
  delivered_at timestamp with time zone,
  bounced_at timestamp with time zone,
  report text,
  failure_said jsonb,
  constraint statement_sending_pkey PRIMARY KEY (company_id, id),
  constraint statement_sending_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES sales.customer(company_id, id),
  constraint statement_sending_check CHECK ((from_date <= to_date)),
  constraint statement_sending_check1 CHECK (((sent_at IS NULL) OR (failed_at IS NULL))),
  constraint statement_sending_check2 CHECK (((failed_at IS NULL) = (failure IS NULL))),
  constraint statement_sending_check3 CHECK (((sent_at IS NOT NULL) OR ((delayed_at IS NULL) AND (delivered_at IS NULL) AND (bounced_at IS NULL)))),
  constraint statement_sending_check4 CHECK (((report IS NULL) OR (delayed_at IS NOT NULL) OR (bounced_at IS NOT NULL))),
  constraint statement_sending_check5 CHECK (((bounced_at IS NULL) OR (report IS NOT NULL))),
  constraint statement_sending_failure_check CHECK ((char_length(failure) <= 300)),
  constraint statement_sending_language_check CHECK ((language = ANY (ARRAY['sv'::text, 'en'::text]))),
  constraint statement_sending_recipient_check CHECK ((((char_length(recipient) >= 3) AND (char_length(recipient) <= 254)) AND (recipient !~ '[[:cntrl:][:space:]]'::text))),
  constraint statement_sending_report_check CHECK (((char_length(report) >= 1) AND (char_length(report) <= 300))),
  constraint statement_sending_said_has_a_reason CHECK (((failure_said IS NULL) OR ((failure IS NOT NULL) AND (failure_said ? 'reason'::text)))),
  constraint statement_sending_subject_check CHECK ((((char_length(subject) >= 1) AND (char_length(subject) <= 200)) AND (subject !~ '[[:cntrl:]]'::text)))
);

create table sales.tax_reduction (
  company_id uuid not null,
  invoice_id uuid not null,
  type text not null,
  description text not null,
  property_type text,
  real_estate_number text,
  tenant_org_number text,
  apartment_number text,
  owner_kind text not null,
  owner_id uuid not null,
  status text not null,
  submitted_at timestamp with time zone,
  submitted_ore bigint,
  paid_ore bigint not null default 0,
  refused_ore bigint not null default 0,
  constraint tax_reduction_pkey PRIMARY KEY (company_id, invoice_id),
  constraint tax_reduction_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES sales.invoice(company_id, id) ON DELETE CASCADE,
  constraint tax_reduction_check CHECK (((submitted_at IS NULL) = (submitted_ore IS NULL))),
  constraint tax_reduction_check1 CHECK (((paid_ore + refused_ore) <= COALESCE(submitted_ore, (0)::bigint))),
  constraint tax_reduction_paid_ore_check CHECK ((paid_ore >= 0)),
  constraint tax_reduction_property_check CHECK (((type = ANY (ARRAY['rot'::text, 'green'::text])) OR (property_type IS NULL))),
  constraint tax_reduction_property_type_check CHECK ((property_type = ANY (ARRAY['realEstate'::text, 'housingDesignation'::text]))),
  constraint tax_reduction_refused_ore_check CHECK ((refused_ore >= 0)),
  constraint tax_reduction_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'awaitingPayment'::text, 'submitted'::text, 'removed'::text, 'completed'::text]))),
  constraint tax_reduction_type_check CHECK ((type = ANY (ARRAY['rot'::text, 'rut'::text, 'green'::text])))
);

create table sales.tax_reduction_answer (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  kind text not null,
  date date not null,
  ore bigint not null,
  journal_entry_id uuid,
  created_at timestamp with time zone not null,
  constraint tax_reduction_answer_pkey PRIMARY KEY (company_id, id),
  constraint tax_reduction_answer_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES sales.tax_reduction(company_id, invoice_id),
  constraint tax_reduction_answer_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint tax_reduction_answer_check CHECK (((kind = 'refused'::text) OR (journal_entry_id IS NOT NULL))),
  constraint tax_reduction_answer_kind_check CHECK ((kind = ANY (ARRAY['paid'::text, 'refused'::text]))),
  constraint tax_reduction_answer_ore_check CHECK ((ore > 0))
);

create table sales.tax_reduction_person (
  company_id uuid not null,
  invoice_id uuid not null,
  "position" integer not null,
  personal_number bytea not null,
  digest bytea not null,
  deduction_ore bigint not null,
  asked_ore bigint not null,
  constraint tax_reduction_person_pkey PRIMARY KEY (company_id, invoice_id, "position"),
  constraint tax_reduction_person_company_id_invoice_id_digest_key UNIQUE (company_id, invoice_id, digest),
  constraint tax_reduction_person_company_id_invoice_id_fkey FOREIGN KEY (company_id, invoice_id) REFERENCES sales.tax_reduction(company_id, invoice_id) ON DELETE CASCADE,
  constraint tax_reduction_person_check CHECK (((asked_ore >= 0) AND (asked_ore <= deduction_ore))),
  constraint tax_reduction_person_deduction_ore_check CHECK (((deduction_ore >= 0) AND ((deduction_ore % (100)::bigint) = 0)))
);

create table storage.change (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  bytes bigint not null,
  constraint change_pkey PRIMARY KEY (company_id, id),
  constraint change_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id)
);

create table storage.file (
  company_id uuid not null,
  corner text not null,
  digest bytea not null,
  kind text not null,
  bytes bigint not null,
  released_at timestamp with time zone,
  constraint file_pkey PRIMARY KEY (company_id, corner, digest),
  constraint file_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint file_bytes_check CHECK ((bytes >= 0)),
  constraint file_digest_check CHECK ((octet_length(digest) = 32))
);

create table storage.owner (
  company_id uuid not null,
  owner_id uuid not null,
  constraint owner_pkey PRIMARY KEY (company_id, owner_id),
  constraint owner_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id)
);

create table storage.quota (
  company_id uuid not null,
  bytes bigint not null,
  changed_at timestamp with time zone not null,
  constraint quota_pkey PRIMARY KEY (company_id),
  constraint quota_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint quota_bytes_check CHECK ((bytes >= 0))
);

create table tax_account.dropped_statement (
  company_id uuid not null,
  digest bytea not null,
  dropped_at timestamp with time zone not null default now(),
  constraint dropped_statement_pkey PRIMARY KEY (company_id, digest),
  constraint dropped_statement_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id)
);

create table tax_account.statement (
  company_id uuid not null,
  id uuid not null,
  source text not null,
  file_name text,
  file_size integer,
  file_digest bytea,
  from_date date not null,
  to_date date not null,
  opening_ore bigint,
  closing_ore bigint,
  new_rows integer not null,
  known_rows integer not null,
  imported_at timestamp with time zone not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  constraint statement_pkey PRIMARY KEY (company_id, id),
  constraint statement_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint statement_check CHECK ((to_date >= from_date)),
  constraint statement_check1 CHECK (((source = 'file'::text) = (file_digest IS NOT NULL))),
  constraint statement_check2 CHECK ((num_nulls(file_name, file_size, file_digest) = ANY (ARRAY[0, 3]))),
  constraint statement_file_digest_check CHECK ((octet_length(file_digest) = 32)),
  constraint statement_known_rows_check CHECK ((known_rows >= 0)),
  constraint statement_new_rows_check CHECK ((new_rows >= 0)),
  constraint statement_source_check CHECK ((source = ANY (ARRAY['file'::text, 'rows'::text])))
);

create table tax_account.transaction (
  company_id uuid not null,
  id uuid not null,
  statement_id uuid not null,
  "position" integer not null,
  date date not null,
  interest_date date,
  text text not null,
  amount_ore bigint not null,
  reference text,
  kind text not null,
  journal_entry_id uuid,
  is_booked boolean,
  matched_at timestamp with time zone,
  matched_by_kind text,
  matched_by_id uuid,
  matched_by_name text,
  modified_at timestamp with time zone not null,
  constraint transaction_pkey PRIMARY KEY (company_id, id),
  constraint transaction_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint transaction_company_id_statement_id_fkey FOREIGN KEY (company_id, statement_id) REFERENCES tax_account.statement(company_id, id),
  constraint transaction_amount_ore_check CHECK ((amount_ore <> 0)),
  constraint transaction_check CHECK ((num_nulls(journal_entry_id, is_booked, matched_at, matched_by_kind, matched_by_id, matched_by_name) = ANY (ARRAY[0, 6]))),
  constraint transaction_position_check CHECK (("position" > 0)),
  constraint transaction_reference_check CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 100))),
  constraint transaction_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 200)))
);

create table vat.margin (
  company_id uuid not null,
  id uuid not null,
  start_date date not null,
  end_date date not null,
  margins jsonb not null,
  accounts jsonb not null,
  entry jsonb,
  journal_entry_id uuid,
  registration bigint not null,
  made_at timestamp with time zone not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  constraint margin_pkey PRIMARY KEY (company_id, id),
  constraint margin_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint margin_days CHECK ((start_date <= end_date)),
  constraint margin_entry CHECK (((journal_entry_id IS NULL) = (entry IS NULL))),
  constraint margin_registration_check CHECK ((registration >= 0))
);

create table vat.margin_account (
  company_id uuid not null,
  account integer not null,
  from_date date not null,
  kind text not null,
  method text not null,
  tax_rate integer not null,
  constraint margin_account_pkey PRIMARY KEY (company_id, account, from_date),
  constraint margin_account_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint margin_account_kind_check CHECK ((kind = ANY (ARRAY['sales'::text, 'salesAtLoss'::text, 'purchases'::text]))),
  constraint margin_account_method_check CHECK ((method = ANY (ARRAY['perPeriod'::text, 'perItem'::text]))),
  constraint margin_account_tax_rate_check CHECK ((tax_rate > 0))
);

create table vat.margin_opening (
  company_id uuid not null,
  tax_rate integer not null,
  amount_ore bigint not null,
  constraint margin_opening_pkey PRIMARY KEY (company_id, tax_rate),
  constraint margin_opening_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint margin_opening_amount_ore_check CHECK ((amount_ore > 0)),
  constraint margin_opening_tax_rate_check CHECK ((tax_rate > 0))
);

create table vat.oss_account (
  company_id uuid not null,
  account integer not null,
  from_date date not null,
  country text not null,
  rate_hundredths integer not null,
  supply text not null,
  constraint oss_account_pkey PRIMARY KEY (company_id, account, from_date),
  constraint oss_account_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint oss_account_account_check CHECK (((account)::text ~~ '3%'::text)),
  constraint oss_account_country_check CHECK (((country ~ '^[A-Z]{2}$'::text) AND (country <> 'SE'::text))),
  constraint oss_account_rate_hundredths_check CHECK (((rate_hundredths >= 1) AND (rate_hundredths <= 5000))),
  constraint oss_account_supply_check CHECK ((supply = ANY (ARRAY['goods'::text, 'services'::text])))
);

create table vat.oss_return (
  company_id uuid not null,
  id uuid not null,
  year integer not null,
  quarter integer not null,
  due_date date not null,
  currency_rate numeric not null,
  lines jsonb not null,
  corrections jsonb not null,
  payable_cents bigint not null,
  registration bigint not null,
  made_at timestamp with time zone not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  constraint oss_return_pkey PRIMARY KEY (company_id, id),
  constraint oss_return_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint oss_return_currency_rate_check CHECK ((currency_rate > (0)::numeric)),
  constraint oss_return_payable_cents_check CHECK ((payable_cents >= 0)),
  constraint oss_return_quarter_check CHECK (((quarter >= 1) AND (quarter <= 4))),
  constraint oss_return_registration_check CHECK ((registration >= 0)),
  constraint oss_return_year_check CHECK (((year >= 2015) AND (year <= 2199)))
);

create table vat.vat_return (
  company_id uuid not null,
  id uuid not null,
  start_date date not null,
  end_date date not null,
  due_date date,
  is_elsewhere boolean not null,
  corrects_id uuid,
  boxes jsonb not null,
  taxes jsonb not null,
  payable_ore bigint not null,
  entry jsonb,
  journal_entry_id uuid,
  registration bigint not null,
  heads jsonb not null,
  reported_at timestamp with time zone not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  rate_of_euro numeric(18,8),
  constraint vat_return_pkey PRIMARY KEY (company_id, id),
  constraint vat_return_company_id_corrects_id_fkey FOREIGN KEY (company_id, corrects_id) REFERENCES vat.vat_return(company_id, id),
  constraint vat_return_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint vat_return_company_id_journal_entry_id_fkey FOREIGN KEY (company_id, journal_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint vat_return_days CHECK ((start_date <= end_date)),
  constraint vat_return_elsewhere CHECK (((NOT is_elsewhere) OR (journal_entry_id IS NULL))),
  constraint vat_return_entry CHECK (((journal_entry_id IS NULL) = (entry IS NULL))),
  constraint vat_return_rate_of_euro_check CHECK ((rate_of_euro > (0)::numeric)),
  constraint vat_return_registration_check CHECK ((registration >= 0))
);

create table webhooks.delivery (
  company_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  event_number bigint,
  kind text not null,
  resource text not null,
  body text not null,
  state text not null,
  created_at timestamp with time zone not null,
  attempts integer not null default 0,
  first_attempt_at timestamp with time zone,
  last_attempt_at timestamp with time zone,
  delivered_at timestamp with time zone,
  status integer,
  duration_ms integer,
  answer text,
  error text,
  constraint delivery_pkey PRIMARY KEY (company_id, id),
  constraint delivery_company_id_subscription_id_fkey FOREIGN KEY (company_id, subscription_id) REFERENCES webhooks.subscription(company_id, id) ON DELETE CASCADE,
  constraint delivery_answer_check CHECK ((char_length(answer) <= 500)),
  constraint delivery_attempts_check CHECK ((attempts >= 0)),
  constraint delivery_body_check CHECK ((octet_length(body) <= 10000)),
  constraint delivery_delivered CHECK (((state = 'delivered'::text) = (delivered_at IS NOT NULL))),
  constraint delivery_error_check CHECK ((char_length(error) <= 300)),
  constraint delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);

create table webhooks.subscription (
  company_id uuid not null,
  id uuid not null,
  owner_kind text not null,
  owner_id uuid not null,
  owner_name text not null,
  url text not null,
  kinds text[] not null,
  sealed_secret bytea not null,
  sealed_earlier_secret bytea,
  earlier_until timestamp with time zone,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  "position" bigint not null,
  is_active boolean not null,
  disabled_because text,
  failing_since timestamp with time zone,
  unanswered integer not null default 0,
  paused_until timestamp with time zone,
  account_id uuid,
  constraint subscription_pkey PRIMARY KEY (company_id, id),
  constraint subscription_company_id_fkey FOREIGN KEY (company_id) REFERENCES identity.company(id),
  constraint subscription_disabled_because_check CHECK ((disabled_because = ANY (ARRAY['failing'::text, 'gone'::text, 'no-access'::text]))),
  constraint subscription_is_on_or_off CHECK (((NOT is_active) OR (disabled_because IS NULL))),
  constraint subscription_owner_kind_check CHECK ((owner_kind = ANY (ARRAY['integration'::text, 'token'::text, 'company'::text]))),
  constraint subscription_position_check CHECK (("position" >= 0)),
  constraint subscription_secrets CHECK (((sealed_earlier_secret IS NULL) = (earlier_until IS NULL))),
  constraint subscription_unanswered_check CHECK ((unanswered >= 0)),
  constraint subscription_url_check CHECK ((char_length(url) <= 2000))
);

create table year_end.closing (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  number integer not null,
  closed_at timestamp with time zone not null,
  closed_by text not null,
  result_ore bigint not null,
  result_entry_id uuid,
  transfer_entry_id uuid,
  next_fiscal_year_id uuid not null,
  constraint closing_pkey PRIMARY KEY (company_id, fiscal_year_id, number),
  constraint closing_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint closing_company_id_next_fiscal_year_id_fkey FOREIGN KEY (company_id, next_fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint closing_company_id_result_entry_id_fkey FOREIGN KEY (company_id, result_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint closing_company_id_transfer_entry_id_fkey FOREIGN KEY (company_id, transfer_entry_id) REFERENCES ledger.journal_entry(company_id, id),
  constraint closing_check CHECK (((result_ore = 0) = (result_entry_id IS NULL))),
  constraint closing_number_check CHECK ((number > 0))
);

create table year_end.handing_in (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  kind text not null,
  number integer not null,
  is_done boolean not null,
  noted_at timestamp with time zone not null,
  noted_by text not null,
  constraint handing_in_pkey PRIMARY KEY (company_id, fiscal_year_id, kind, number),
  constraint handing_in_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint handing_in_check CHECK ((is_done = ((number % 2) = 1))),
  constraint handing_in_kind_check CHECK ((kind = ANY (ARRAY['incomeTaxReturn'::text, 'annualReport'::text]))),
  constraint handing_in_number_check CHECK ((number > 0))
);

create table year_end.proposal_inputs (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  inputs jsonb not null,
  modified_at timestamp with time zone not null,
  modified_by text not null,
  constraint proposal_inputs_pkey PRIMARY KEY (company_id, fiscal_year_id),
  constraint proposal_inputs_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint proposal_inputs_inputs_check CHECK ((jsonb_typeof(inputs) = 'object'::text))
);

create table year_end.revaluation (
  company_id uuid not null,
  id uuid not null,
  fiscal_year_id uuid not null,
  date date not null,
  is_reversed boolean not null,
  working jsonb not null,
  entry_ids uuid[] not null,
  made_at timestamp with time zone not null,
  made_by text not null,
  constraint revaluation_pkey PRIMARY KEY (company_id, id),
  constraint revaluation_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id)
);

create table year_end.taken_proposal (
  company_id uuid not null,
  id uuid not null,
  fiscal_year_id uuid not null,
  kind text not null,
  entry_id uuid not null,
  working jsonb not null,
  taken_at timestamp with time zone not null,
  taken_by text not null,
  constraint taken_proposal_pkey PRIMARY KEY (company_id, id),
  constraint taken_proposal_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint taken_proposal_kind_check CHECK ((kind ~ '^[a-zA-Z]{1,40}$'::text)),
  constraint taken_proposal_working_check CHECK ((jsonb_typeof(working) = 'object'::text))
);

create table year_end.tax_form_value (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  form text not null,
  copy smallint not null,
  field text not null,
  value text not null,
  note text not null,
  changed_at timestamp with time zone not null,
  changed_by text not null,
  constraint tax_form_value_pkey PRIMARY KEY (company_id, fiscal_year_id, form, copy, field),
  constraint tax_form_value_company_id_fiscal_year_id_fkey FOREIGN KEY (company_id, fiscal_year_id) REFERENCES ledger.fiscal_year(company_id, id),
  constraint tax_form_value_copy_check CHECK (((copy >= 1) AND (copy <= 100))),
  constraint tax_form_value_field_check CHECK ((field ~ '^\d{2,4}$'::text)),
  constraint tax_form_value_form_check CHECK (((char_length(form) >= 1) AND (char_length(form) <= 10))),
  constraint tax_form_value_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 500))),
  constraint tax_form_value_value_check CHECK (((char_length(value) >= 1) AND (char_length(value) <= 80)))
);

CREATE INDEX access_token_age ON access.access_token USING btree (expires_at);

CREATE INDEX access_token_of_family ON access.access_token USING btree (family_id, given_for);

CREATE INDEX authorization_code_age ON access.authorization_code USING btree (expires_at);

CREATE INDEX authorization_code_of_family ON access.authorization_code USING btree (family_id) WHERE (family_id IS NOT NULL);

CREATE UNIQUE INDEX client_secret_live ON access.client_secret USING btree (integration_id, slot) WHERE (ended_at IS NULL);

CREATE INDEX connection_kept_out ON access.connection USING btree (agency_id, integration_id) WHERE kept_out;

CREATE INDEX connection_of_agency ON access.connection USING btree (agency_id, id) WHERE (ended_at IS NULL);

CREATE INDEX connection_of_company ON access.connection USING btree (company_id, id) WHERE (ended_at IS NULL);

CREATE INDEX connection_of_integration ON access.connection USING btree (integration_id, id) WHERE (ended_at IS NULL);

CREATE INDEX connection_that_ended ON access.connection USING btree (integration_id, agency_id) WHERE ((ended_at IS NOT NULL) AND (agency_id IS NOT NULL));

CREATE UNIQUE INDEX connection_to_agency ON access.connection USING btree (integration_id, agency_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX connection_to_company ON access.connection USING btree (integration_id, company_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX integration_document ON access.integration USING btree (document_url) WHERE (document_url IS NOT NULL);

CREATE INDEX integration_of_owner ON access.integration USING btree (owner_id, id);

CREATE INDEX integration_without_owner ON access.integration USING btree (created_at) WHERE (registered_by <> 'person'::text);

CREATE INDEX refresh_token_age ON access.refresh_token USING btree (expires_at);

CREATE INDEX refresh_token_of_family ON access.refresh_token USING btree (family_id, given_for);

CREATE INDEX token_family_of_connection ON access.token_family USING btree (connection_id) WHERE (ended_at IS NULL);

CREATE INDEX accrual_by_entry ON accruals.accrual USING btree (company_id, journal_entry_id) WHERE (journal_entry_id IS NOT NULL);

CREATE INDEX accrual_of_entry ON accruals.accrual USING btree (company_id, source_entry_id) WHERE (source_entry_id IS NOT NULL);

CREATE INDEX portion_by_entry ON accruals.portion USING btree (company_id, journal_entry_id) WHERE (journal_entry_id IS NOT NULL);

CREATE INDEX portion_of_accrual ON accruals.portion USING btree (company_id, accrual_id, month) WHERE (month IS NOT NULL);

CREATE INDEX navigation_link_age ON agency.navigation_link USING btree (expires_at);

CREATE INDEX rollout_step_of_company ON agency.template_rollout_step USING btree (company_id);

CREATE INDEX template_use_of ON agency.template_use USING btree (agency_id, template_id, company_id);

CREATE INDEX filing_of_version ON annual_report.filing USING btree (company_id, version_id) WHERE (version_id IS NOT NULL);

CREATE INDEX depreciation_by_entry ON assets.depreciation USING btree (company_id, journal_entry_id) WHERE (journal_entry_id IS NOT NULL);

CREATE INDEX depreciation_of_asset ON assets.depreciation USING btree (company_id, fixed_asset_id, month) WHERE (month IS NOT NULL);

CREATE INDEX disposal_by_entry ON assets.disposal USING btree (company_id, journal_entry_id) WHERE (journal_entry_id IS NOT NULL);

CREATE INDEX disposal_of_asset ON assets.disposal USING btree (company_id, fixed_asset_id) WHERE (fixed_asset_id IS NOT NULL);

CREATE INDEX value_change_by_entry ON assets.value_change USING btree (company_id, journal_entry_id) WHERE (journal_entry_id IS NOT NULL);

CREATE INDEX value_change_of_asset ON assets.value_change USING btree (company_id, fixed_asset_id, date) WHERE (fixed_asset_id IS NOT NULL);

CREATE UNIQUE INDEX account_by_iban ON banking.account USING btree (company_id, iban) WHERE (iban IS NOT NULL);

CREATE INDEX bank_payment_by_change ON banking.payment USING btree (company_id, modified_at) WHERE (modified_at IS NOT NULL);

CREATE UNIQUE INDEX default_bank_account ON banking.account USING btree (company_id) WHERE is_default;

CREATE INDEX dropped_payment_file_by_time ON banking.dropped_payment_file USING btree (dropped_at);

CREATE INDEX dropped_statement_by_time ON banking.dropped_statement USING btree (dropped_at);

CREATE INDEX line_of_entry ON banking.statement_line USING btree (company_id, entry_identity) WHERE (entry_identity IS NOT NULL);

CREATE INDEX line_of_transaction ON banking.statement_line USING btree (company_id, transaction_id);

CREATE UNIQUE INDEX matching_rule_by_name ON banking.matching_rule USING btree (company_id, name) WHERE (name IS NOT NULL);

CREATE INDEX month_reconciled ON banking.month_reconciliation USING btree (company_id) WHERE (reopened_at IS NULL);

CREATE INDEX payment_by_amount ON banking.payment USING btree (company_id, amount_ore, ((((recipient - 'recipientName'::text) - 'recipientCity'::text) - 'recipientCountry'::text))) WHERE (amount_ore IS NOT NULL);

CREATE INDEX payment_by_state ON banking.payment USING btree (company_id, state, id) WHERE (state IS NOT NULL);

CREATE INDEX payment_file_fetch_of_file ON banking.payment_file_fetch USING btree (company_id, payment_file_id, fetched_at DESC);

CREATE INDEX payment_of_file ON banking.payment USING btree (company_id, payment_file_id) WHERE (payment_file_id IS NOT NULL);

CREATE INDEX payment_of_maker ON banking.payment USING btree (company_id, created_by_id, id) WHERE (created_by_id IS NOT NULL);

CREATE INDEX payment_to_look_at ON banking.payment USING btree (company_id, id) WHERE needs_attention;

CREATE INDEX payment_to_sign ON banking.payment USING btree (company_id, payment_date, id) WHERE (state = 'readyToSign'::text);

CREATE UNIQUE INDEX statement_by_file ON banking.statement USING btree (company_id, file_digest, file_position) WHERE (file_digest IS NOT NULL);

CREATE INDEX transaction_by_end_to_end_id ON banking.transaction USING btree (company_id, lower(end_to_end_id)) WHERE ((end_to_end_id IS NOT NULL) AND (payment_id IS NULL));

CREATE INDEX transaction_by_entry ON banking.transaction USING btree (company_id, journal_entry_id, account) WHERE (journal_entry_id IS NOT NULL);

CREATE INDEX transaction_by_habit ON banking.transaction USING btree (company_id, banking.habit_of(amount_ore, counterparty_account, counterparty, message), matched_at DESC) WHERE (journal_entry_id IS NOT NULL);

CREATE UNIQUE INDEX transaction_by_identity ON banking.transaction USING btree (company_id, bank_account_id, identity) WHERE (identity IS NOT NULL);

CREATE UNIQUE INDEX transaction_by_payment ON banking.transaction USING btree (company_id, payment_id) WHERE (payment_id IS NOT NULL);

CREATE INDEX transaction_of_entry ON banking.transaction USING btree (company_id, bank_account_id, entry_identity) WHERE ((bank_account_id IS NOT NULL) AND (entry_identity IS NOT NULL));

CREATE INDEX transaction_of_statement ON banking.transaction USING btree (company_id, statement_id) WHERE (statement_id IS NOT NULL);

CREATE INDEX transaction_open ON banking.transaction USING btree (company_id, date, id) WHERE ((journal_entry_id IS NULL) AND (replaced_by_statement_id IS NULL));

CREATE UNIQUE INDEX transaction_part_by_entry ON banking.transaction_part USING btree (company_id, journal_entry_id, account) WHERE (journal_entry_id IS NOT NULL);

CREATE INDEX transaction_replaced_by ON banking.transaction USING btree (company_id, replaced_by_statement_id) WHERE (replaced_by_statement_id IS NOT NULL);

CREATE INDEX draft_by_age ON desk.draft USING btree (modified_at) WHERE (modified_at IS NOT NULL);

CREATE INDEX draft_of_company ON desk.draft USING btree (company_id) WHERE (company_id IS NOT NULL);

CREATE INDEX test_company_of_person ON desk.test_company USING btree (person_id);

CREATE INDEX upload_by_change ON documents.upload USING btree (company_id, modified_at) WHERE (modified_at IS NOT NULL);

CREATE INDEX upload_by_digest ON documents.upload USING btree (company_id, digest) WHERE ((deleted_at IS NULL) AND (digest IS NOT NULL));

CREATE INDEX upload_of_entry ON documents.upload USING btree (company_id, journal_entry_id, id) WHERE (journal_entry_id IS NOT NULL);

CREATE INDEX upload_of_supplier_invoice ON documents.upload USING btree (company_id, supplier_invoice_id, id) WHERE (supplier_invoice_id IS NOT NULL);

CREATE INDEX upload_unconnected ON documents.upload USING btree (company_id, id) WHERE ((journal_entry_id IS NULL) AND (supplier_invoice_id IS NULL) AND (deleted_at IS NULL));

CREATE INDEX agency_company_by_name ON identity.agency_company USING btree (agency_id, lower(name), company_id);

CREATE INDEX agency_member_person ON identity.agency_member USING btree (person_id);

CREATE INDEX agency_of_company ON identity.agency_company USING btree (company_id);

CREATE INDEX api_token_of_company ON identity.api_token USING btree (company_id, id);

CREATE INDEX company_ahead ON identity.company USING btree (id) WHERE (clock_days > 0);

CREATE INDEX company_by_number ON identity.company USING btree (organization_number);

CREATE INDEX company_member_person ON identity.company_member USING btree (person_id);

CREATE INDEX company_removed ON identity.company USING btree (removed_at) WHERE (removed_at IS NOT NULL);

CREATE INDEX device_of_person ON identity.device USING btree (person_id, from_address);

CREATE INDEX email_change_of_person ON identity.email_change USING btree (person_id);

CREATE INDEX guess_age ON identity.guess USING btree (last_at);

CREATE INDEX half_login_of_person ON identity.half_login USING btree (person_id);

CREATE INDEX invitation_of_address ON identity.invitation USING btree (lower(email)) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

CREATE INDEX invitation_of_agency ON identity.invitation USING btree (agency_id, id);

CREATE INDEX invitation_of_company ON identity.invitation USING btree (company_id, id);

CREATE INDEX invitation_open_by_sender ON identity.invitation USING btree (invited_by_id) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

CREATE UNIQUE INDEX invitation_to_agency ON identity.invitation USING btree (agency_id, lower(email)) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

CREATE UNIQUE INDEX invitation_to_company ON identity.invitation USING btree (company_id, lower(email)) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

CREATE INDEX passkey_of_person ON identity.passkey USING btree (person_id);

CREATE INDEX password_reset_of_person ON identity.password_reset USING btree (person_id);

CREATE UNIQUE INDEX person_email ON identity.person USING btree (lower(email));

CREATE INDEX session_of_person ON identity.session USING btree (person_id, id);

CREATE INDEX sign_up_age ON identity.sign_up USING btree (created_at);

CREATE INDEX dropped_file_by_time ON ledger.dropped_file USING btree (dropped_at);

CREATE UNIQUE INDEX entry_template_has_one_rest ON ledger.entry_template_item USING btree (company_id, entry_template_id) WHERE (kind = 'rest'::text);

CREATE INDEX entry_template_tag_by_tag ON ledger.entry_template_tag USING btree (company_id, tag_id) WHERE (tag_id IS NOT NULL);

CREATE INDEX journal_entry_by_change ON ledger.journal_entry USING btree (company_id, registered_at) WHERE (registered_at IS NOT NULL);

CREATE INDEX journal_entry_by_date ON ledger.journal_entry USING btree (company_id, date, registration) WHERE (date IS NOT NULL);

CREATE UNIQUE INDEX journal_entry_by_number ON ledger.journal_entry USING btree (company_id, journal_entry_number, fiscal_year_id) WHERE (journal_entry_number IS NOT NULL);

CREATE UNIQUE INDEX journal_entry_by_registration ON ledger.journal_entry USING btree (company_id, registration) WHERE (registration IS NOT NULL);

CREATE INDEX journal_entry_by_series ON ledger.journal_entry USING btree (company_id, fiscal_year_id, series, number) INCLUDE (date, registration) WHERE (number IS NOT NULL);

CREATE INDEX journal_entry_comment_by_entry ON ledger.journal_entry_comment USING btree (company_id, journal_entry_id, id);

CREATE INDEX journal_entry_item_by_account ON ledger.journal_entry_item USING btree (company_id, account, journal_entry_id) WHERE (account IS NOT NULL);

CREATE INDEX journal_entry_item_of_settlement ON ledger.journal_entry_item USING btree (company_id, journal_entry_id) WHERE ("left"((account)::text, 3) = ANY (ARRAY['165'::text, '265'::text]));

CREATE INDEX journal_entry_item_tag_by_tag ON ledger.journal_entry_item_tag USING btree (company_id, tag_id, journal_entry_id);

CREATE INDEX journal_entry_item_vat_apart ON ledger.journal_entry_item USING btree (company_id, journal_entry_id) WHERE vat_apart;

CREATE UNIQUE INDEX journal_entry_reversed_once ON ledger.journal_entry USING btree (company_id, reverses_id) WHERE (reverses_id IS NOT NULL);

CREATE INDEX journal_entry_tag_by_tag ON ledger.journal_entry_tag USING btree (company_id, tag_id, journal_entry_id);

CREATE INDEX journal_entry_tags_set_by_change ON ledger.journal_entry_tags_set USING btree (company_id, set_at) WHERE (set_at IS NOT NULL);

CREATE INDEX kept_entry_of_year ON ledger.kept_entry USING btree (company_id, fiscal_year_id, registration);

CREATE UNIQUE INDEX tag_named_here ON ledger.tag USING btree (company_id, tag_group_id, name) WHERE (NOT name_of_file);

CREATE INDEX received_at ON mail_in.received USING btree (received_at);

CREATE UNIQUE INDEX received_digest ON mail_in.received USING btree (company_id, digest);

CREATE INDEX absence_day_of_absence ON payroll.absence_day USING btree (company_id, absence_id) WHERE (absence_id IS NOT NULL);

CREATE INDEX absence_of_employment ON payroll.absence USING btree (company_id, employment_id, from_date) WHERE (employment_id IS NOT NULL);

CREATE UNIQUE INDEX employee_by_number ON payroll.employee USING btree (company_id, personal_number_digest) WHERE (personal_number_digest IS NOT NULL);

CREATE INDEX employer_return_of_month ON payroll.employer_return USING btree (company_id, month) WHERE (month IS NOT NULL);

CREATE UNIQUE INDEX employment_by_number ON payroll.employment USING btree (company_id, number) WHERE (number IS NOT NULL);

CREATE INDEX employment_of_employee ON payroll.employment USING btree (company_id, employee_id) WHERE (employee_id IS NOT NULL);

CREATE INDEX pay_item_of_employment ON payroll.pay_item USING btree (company_id, employment_id) WHERE (employment_id IS NOT NULL);

CREATE INDEX pay_run_by_day ON payroll.pay_run USING btree (company_id, pay_date) WHERE (pay_date IS NOT NULL);

CREATE INDEX pay_run_by_entry ON payroll.pay_run USING btree (company_id, journal_entry_id) WHERE (journal_entry_id IS NOT NULL);

CREATE UNIQUE INDEX pay_run_by_number ON payroll.pay_run USING btree (company_id, number) WHERE (number IS NOT NULL);

CREATE INDEX payslip_line_of_employment ON payroll.payslip_line USING btree (company_id, employment_id, pay_type) WHERE (employment_id IS NOT NULL);

CREATE INDEX payslip_line_of_item ON payroll.payslip_line USING btree (company_id, pay_item_id) WHERE (pay_item_id IS NOT NULL);

CREATE INDEX payslip_of_employee ON payroll.payslip USING btree (company_id, employee_id) WHERE (employee_id IS NOT NULL);

CREATE UNIQUE INDEX payslip_of_person ON payroll.payslip USING btree (company_id, pay_run_id, employee_id) WHERE (pay_run_id IS NOT NULL);

CREATE UNIQUE INDEX history_of_agency ON platform.event USING btree (agency_id, id) WHERE ((agency_id IS NOT NULL) AND (id IS NOT NULL));

CREATE UNIQUE INDEX history_of_company ON platform.event USING btree (company_id, id) WHERE ((company_id IS NOT NULL) AND (id IS NOT NULL));

CREATE UNIQUE INDEX history_of_operator ON platform.event USING btree (id) WHERE ((actor_kind = 'operator'::text) AND (id IS NOT NULL));

CREATE UNIQUE INDEX history_of_person ON platform.event USING btree (actor_id, id) WHERE ((company_id IS NULL) AND (agency_id IS NULL) AND (id IS NOT NULL));

CREATE INDEX idempotency_key_age ON platform.idempotency_key USING btree (created_at);

CREATE INDEX job_claimed ON platform.job USING btree (due_at) WHERE (claim_id IS NOT NULL);

CREATE INDEX job_due ON platform.job USING btree (due_at) WHERE (failed_at IS NULL);

CREATE INDEX job_failed ON platform.job USING btree (failed_at) WHERE (failed_at IS NOT NULL);

CREATE INDEX job_of_account ON platform.job USING btree (tenant_id, kind, account_id, due_at, number) WHERE (failed_at IS NULL);

CREATE INDEX job_order ON platform.job USING btree (kind, order_key, number) WHERE ((order_key IS NOT NULL) AND (failed_at IS NULL));

CREATE UNIQUE INDEX job_schedule ON platform.job USING btree (kind) WHERE is_scheduled;

CREATE INDEX mail_age ON platform.mail USING btree (created_at);

CREATE INDEX mail_of_company ON platform.mail USING btree (company_id) WHERE (company_id IS NOT NULL);

CREATE INDEX mail_return_made ON platform.mail_return USING btree (made_at) WHERE (made_at IS NOT NULL);

CREATE INDEX mail_return_of_company ON platform.mail_return USING btree (company_id);

CREATE UNIQUE INDEX mail_return_of_mail ON platform.mail_return USING btree (mail_id) WHERE (mail_id IS NOT NULL);

CREATE INDEX proposal_let_through ON proposals.proposal USING btree (company_id, decided_at) WHERE (let_through_ore IS NOT NULL);

CREATE UNIQUE INDEX proposal_once ON proposals.proposal USING btree (company_id, digest) WHERE (state <> 'withdrawn'::text);

CREATE INDEX proposal_waiting ON proposals.proposal USING btree (company_id, state) WHERE (state = ANY (ARRAY['waiting'::text, 'outdated'::text]));

CREATE UNIQUE INDEX advance_of_invoice ON purchasing.advance USING btree (company_id, supplier_invoice_id) WHERE (supplier_invoice_id IS NOT NULL);

CREATE INDEX advance_of_supplier ON purchasing.advance USING btree (company_id, supplier_id, date, id) WHERE (supplier_id IS NOT NULL);

CREATE INDEX advance_use_of_advance ON purchasing.advance_use USING btree (company_id, advance_id, id);

CREATE INDEX advance_use_of_invoice ON purchasing.advance_use USING btree (company_id, supplier_invoice_id) WHERE (supplier_invoice_id IS NOT NULL);

CREATE UNIQUE INDEX advance_use_reversed ON purchasing.advance_use USING btree (company_id, reverses_id) WHERE (reverses_id IS NOT NULL);

CREATE UNIQUE INDEX approval_of_person ON purchasing.approval USING btree (supplier_invoice_id, person_id, company_id) WHERE (withdrawn_at IS NULL);

CREATE INDEX open_days_by_change ON purchasing.open_days USING btree (company_id, changed_at) WHERE (changed_at IS NOT NULL);

CREATE INDEX open_days_by_day ON purchasing.open_days USING gist (company_id, days) WHERE (NOT isempty(days));

CREATE INDEX payment_by_entry ON purchasing.payment USING btree (company_id, journal_entry_id) WHERE (journal_entry_id IS NOT NULL);

CREATE INDEX payment_by_moved_entry ON purchasing.payment USING btree (company_id, moved_entry_id) WHERE (moved_entry_id IS NOT NULL);

CREATE INDEX payment_of_supplier_invoice ON purchasing.payment USING btree (company_id, supplier_invoice_id, id);

CREATE INDEX payment_set_off ON purchasing.payment USING btree (company_id, set_off_payment_id) WHERE (set_off_payment_id IS NOT NULL);

CREATE INDEX supplier_by_change ON purchasing.supplier USING btree (company_id, modified_at) WHERE (modified_at IS NOT NULL);

CREATE INDEX supplier_by_iban ON purchasing.supplier USING btree (company_id, ((payment_details ->> 'iban'::text))) WHERE ((payment_details ->> 'iban'::text) IS NOT NULL);

CREATE INDEX supplier_by_name ON purchasing.supplier USING btree (company_id, lower(name) text_pattern_ops) WHERE (name IS NOT NULL);

CREATE INDEX supplier_by_org_number ON purchasing.supplier USING btree (company_id, org_number) WHERE (org_number IS NOT NULL);

CREATE INDEX supplier_by_org_number_digest ON purchasing.supplier USING btree (company_id, org_number_digest) WHERE (org_number_digest IS NOT NULL);

CREATE INDEX supplier_by_vat_number ON purchasing.supplier USING btree (company_id, vat_number) WHERE (vat_number IS NOT NULL);

CREATE INDEX supplier_by_whole_name ON purchasing.supplier USING btree (company_id, name, id) WHERE (name IS NOT NULL);

CREATE INDEX supplier_credit_note ON purchasing.supplier_invoice USING btree (company_id, supplier_id, upper(regexp_replace(invoice_number, '\s'::text, ''::text, 'g'::text)), EXTRACT(year FROM invoice_date)) WHERE ((invoice_number IS NOT NULL) AND (total_ore < 0));

CREATE INDEX supplier_invoice_by_change ON purchasing.supplier_invoice USING btree (company_id, modified_at) WHERE (modified_at IS NOT NULL);

CREATE INDEX supplier_invoice_by_entry ON purchasing.supplier_invoice USING btree (company_id, journal_entry_id) WHERE (journal_entry_id IS NOT NULL);

CREATE INDEX supplier_invoice_of_supplier ON purchasing.supplier_invoice USING btree (company_id, supplier_id, id) WHERE (supplier_id IS NOT NULL);

CREATE UNIQUE INDEX supplier_invoice_once ON purchasing.supplier_invoice USING btree (company_id, supplier_id, upper(regexp_replace(invoice_number, '\s'::text, ''::text, 'g'::text)), EXTRACT(year FROM invoice_date)) WHERE ((invoice_number IS NOT NULL) AND (total_ore >= 0));

CREATE INDEX supplier_invoice_unapproved ON purchasing.supplier_invoice USING btree (company_id, id) WHERE (approved_at IS NULL);

CREATE INDEX supplier_invoice_unpaid ON purchasing.supplier_invoice USING btree (company_id, due_date, id) WHERE (paid_ore <> total_ore);

CREATE INDEX reading_by_party ON readings.reading USING btree (company_id, party) WHERE (party IS NOT NULL);

CREATE INDEX occurrence_failed ON recurring.occurrence USING btree (company_id, schedule_id, date) WHERE ((failure IS NOT NULL) AND (handled_at IS NULL));

CREATE INDEX occurrence_waiting ON recurring.occurrence USING btree (company_id, schedule_id, date) WHERE (waits_for_room AND (failure IS NOT NULL) AND (handled_at IS NULL));

CREATE INDEX schedule_due ON recurring.schedule USING btree (next_date, company_id) WHERE (state = 'active'::text);

CREATE INDEX schedule_of_customer ON recurring.schedule USING btree (company_id, active_customer_id) WHERE (active_customer_id IS NOT NULL);

CREATE UNIQUE INDEX hold_customer ON reminders.hold USING btree (company_id, customer_id) WHERE (customer_id IS NOT NULL);

CREATE UNIQUE INDEX hold_invoice ON reminders.hold USING btree (company_id, invoice_id) WHERE (invoice_id IS NOT NULL);

CREATE INDEX mailing_recent ON reminders.mailing USING btree (company_id, made_at) WHERE (made_at IS NOT NULL);

CREATE INDEX mailing_reminder ON reminders.mailing USING btree (company_id, reminder_id, id) WHERE (reminder_id IS NOT NULL);

CREATE INDEX mailing_undelivered ON reminders.mailing USING btree (company_id, COALESCE(bounced_at, failed_at)) WHERE ((bounced_at IS NOT NULL) OR (failed_at IS NOT NULL));

CREATE INDEX reminder_of_invoice ON reminders.reminder USING btree (company_id, invoice_id, id) WHERE (invoice_id IS NOT NULL);

CREATE UNIQUE INDEX reminder_once ON reminders.reminder USING btree (company_id, invoice_id, number) WHERE (cancelled_at IS NULL);

CREATE INDEX settings_automatic ON reminders.settings USING btree (done_on, company_id) WHERE is_automatic;

CREATE INDEX request_by_time ON request_log.request USING btree (happened_at);

CREATE INDEX attachment_by_digest ON sales.attachment USING btree (company_id, digest);

CREATE INDEX attachment_of_invoice ON sales.attachment USING btree (company_id, invoice_id, id);

CREATE INDEX contact_detail_of_customer ON sales.contact_detail USING btree (company_id, customer_id, "position");

CREATE INDEX customer_by_change ON sales.customer USING btree (company_id, modified_at) WHERE (modified_at IS NOT NULL);

CREATE INDEX customer_by_name ON sales.customer USING btree (company_id, lower(name) text_pattern_ops) WHERE (name IS NOT NULL);

CREATE UNIQUE INDEX customer_by_number ON sales.customer USING btree (company_id, customer_number) WHERE (customer_number IS NOT NULL);

CREATE INDEX customer_by_org_number ON sales.customer USING btree (company_id, org_number) WHERE (org_number IS NOT NULL);

CREATE INDEX customer_by_org_number_digest ON sales.customer USING btree (company_id, org_number_digest) WHERE (org_number_digest IS NOT NULL);

CREATE INDEX customer_by_vat_number ON sales.customer USING btree (company_id, vat_number) WHERE (vat_number IS NOT NULL);

CREATE INDEX customer_by_whole_name ON sales.customer USING btree (company_id, name, id) WHERE (name IS NOT NULL);

CREATE UNIQUE INDEX default_contact_detail ON sales.contact_detail USING btree (company_id, customer_id) WHERE is_default;

CREATE INDEX dropped_paper_by_time ON sales.dropped_paper USING btree (dropped_at);

CREATE INDEX income_share_by_entry ON sales.income_share USING btree (company_id, journal_entry_id) WHERE (journal_entry_id IS NOT NULL);

CREATE INDEX invoice_by_change ON sales.invoice USING btree (company_id, kind, modified_at) WHERE ((kind IS NOT NULL) AND (modified_at IS NOT NULL));

CREATE INDEX invoice_by_entry ON sales.invoice USING btree (company_id, journal_entry_id) WHERE (journal_entry_id IS NOT NULL);

CREATE INDEX invoice_by_kind ON sales.invoice USING btree (company_id, kind, id) WHERE (kind IS NOT NULL);

CREATE UNIQUE INDEX invoice_by_number ON sales.invoice USING btree (company_id, number) WHERE (number IS NOT NULL);

CREATE INDEX invoice_by_reference ON sales.invoice USING btree (company_id, payment_reference) WHERE (payment_reference IS NOT NULL);

CREATE INDEX invoice_by_state ON sales.invoice USING btree (company_id, kind, state, id) WHERE ((kind IS NOT NULL) AND (state IS NOT NULL));

CREATE INDEX invoice_credited_by ON sales.invoice USING btree (company_id, credits_id) WHERE (credits_id IS NOT NULL);

CREATE INDEX invoice_line_like_food ON sales.invoice_line USING btree (company_id, invoice_id) WHERE looks_like_food;

CREATE INDEX invoice_line_of_item ON sales.invoice_line USING btree (company_id, item_id) WHERE (item_id IS NOT NULL);

CREATE INDEX invoice_line_of_union ON sales.invoice_line USING btree (company_id, invoice_id) WHERE (union_country IS NOT NULL);

CREATE INDEX invoice_metadata ON sales.invoice USING gin (metadata jsonb_path_ops);

CREATE INDEX invoice_of_contact ON sales.invoice USING btree (company_id, contact_detail_id) WHERE (contact_detail_id IS NOT NULL);

CREATE INDEX invoice_of_customer ON sales.invoice USING btree (company_id, customer_id, id) WHERE (customer_id IS NOT NULL);

CREATE INDEX invoice_overpaid ON sales.invoice USING btree (company_id, due_date, id) WHERE ((kind = 'invoice'::text) AND (state = ANY (ARRAY['overPaid'::text, 'credited'::text])) AND (((((total_base_ore - reduction_base_ore) - credited_base_ore) - paid_base_ore) - settled_base_ore) < 0));

CREATE INDEX invoice_unpaid ON sales.invoice USING btree (company_id, due_date, id) WHERE ((kind = 'invoice'::text) AND (state = ANY (ARRAY['published'::text, 'underPaid'::text])));

CREATE INDEX invoice_unrecorded ON sales.invoice USING btree (company_id, date, id) WHERE ((published_at IS NOT NULL) AND (recorded_at IS NULL));

CREATE INDEX open_days_by_change ON sales.open_days USING btree (company_id, changed_at) WHERE (changed_at IS NOT NULL);

CREATE INDEX open_days_by_day ON sales.open_days USING gist (company_id, days) WHERE (NOT isempty(days));

CREATE INDEX paper_in_union ON sales.paper USING btree (company_id, ((content ->> 'date'::text))) WHERE (content @? '$."lines"[*]?(@."kind" == "sale" && ((@."treatment" == "euGoods" || @."treatment" == "triangular") || @."treatment" == "euServices"))'::jsonpath);

CREATE INDEX paper_without_pdf ON sales.paper USING btree (company_id, invoice_id) WHERE (pdf_digest IS NULL);

CREATE INDEX payment_by_entry ON sales.payment USING btree (company_id, journal_entry_id) WHERE (journal_entry_id IS NOT NULL);

CREATE UNIQUE INDEX payment_link_by_id ON sales.payment_link USING btree (id) WHERE (secret_digest IS NOT NULL);

CREATE INDEX payment_link_working ON sales.payment_link USING btree (company_id, invoice_id) WHERE (ended_at IS NULL);

CREATE INDEX payment_of_invoice ON sales.payment USING btree (company_id, invoice_id, id);

CREATE INDEX payment_set_off ON sales.payment USING btree (company_id, set_off_payment_id) WHERE (set_off_payment_id IS NOT NULL);

CREATE INDEX sending_by_time ON sales.sending USING btree (company_id, made_at) WHERE (made_at IS NOT NULL);

CREATE INDEX sending_of_invoice ON sales.sending USING btree (company_id, invoice_id, id) WHERE (invoice_id IS NOT NULL);

CREATE INDEX sending_undelivered ON sales.sending USING btree (company_id, COALESCE(bounced_at, failed_at)) WHERE ((bounced_at IS NOT NULL) OR (failed_at IS NOT NULL));

CREATE INDEX settlement_by_entry ON sales.settlement USING btree (company_id, journal_entry_id) WHERE (journal_entry_id IS NOT NULL);

CREATE INDEX settlement_of_invoice ON sales.settlement USING btree (invoice_id, company_id, id);

CREATE INDEX statement_sending_by_time ON sales.statement_sending USING btree (company_id, made_at) WHERE (made_at IS NOT NULL);

CREATE INDEX statement_sending_of_customer ON sales.statement_sending USING btree (company_id, customer_id, id) WHERE (customer_id IS NOT NULL);

CREATE INDEX statement_sending_undelivered ON sales.statement_sending USING btree (company_id, COALESCE(bounced_at, failed_at)) WHERE ((bounced_at IS NOT NULL) OR (failed_at IS NOT NULL));

CREATE INDEX tax_reduction_answer_by_entry ON sales.tax_reduction_answer USING btree (company_id, journal_entry_id) WHERE (journal_entry_id IS NOT NULL);

CREATE INDEX tax_reduction_answers ON sales.tax_reduction_answer USING btree (company_id, invoice_id, id);

CREATE INDEX tax_reduction_by_person ON sales.tax_reduction_person USING btree (company_id, digest);

CREATE INDEX tax_reduction_by_status ON sales.tax_reduction USING btree (company_id, type, status) WHERE (type IS NOT NULL);

CREATE INDEX owner_by_id ON storage.owner USING btree (owner_id, company_id);

CREATE INDEX dropped_statement_by_time ON tax_account.dropped_statement USING btree (dropped_at);

CREATE INDEX statement_by_day ON tax_account.statement USING btree (company_id, to_date) WHERE (to_date IS NOT NULL);

CREATE UNIQUE INDEX statement_by_file ON tax_account.statement USING btree (company_id, file_digest) WHERE (file_digest IS NOT NULL);

CREATE INDEX transaction_by_day ON tax_account.transaction USING btree (company_id, date, id) WHERE (date IS NOT NULL);

CREATE UNIQUE INDEX transaction_by_entry ON tax_account.transaction USING btree (company_id, journal_entry_id) WHERE (journal_entry_id IS NOT NULL);

CREATE UNIQUE INDEX transaction_by_reference ON tax_account.transaction USING btree (company_id, reference) WHERE (reference IS NOT NULL);

CREATE INDEX transaction_of_statement ON tax_account.transaction USING btree (company_id, statement_id) WHERE (statement_id IS NOT NULL);

CREATE INDEX margin_of_period ON vat.margin USING btree (company_id, end_date, start_date) WHERE (end_date IS NOT NULL);

CREATE UNIQUE INDEX oss_return_of_quarter ON vat.oss_return USING btree (company_id, year, quarter);

CREATE UNIQUE INDEX vat_return_corrected ON vat.vat_return USING btree (company_id, corrects_id) WHERE (corrects_id IS NOT NULL);

CREATE INDEX delivery_age ON webhooks.delivery USING btree (created_at) WHERE (created_at IS NOT NULL);

CREATE UNIQUE INDEX delivery_of_event ON webhooks.delivery USING btree (company_id, subscription_id, event_number) WHERE (event_number IS NOT NULL);

CREATE INDEX delivery_of_subscription ON webhooks.delivery USING btree (subscription_id, id) WHERE (subscription_id IS NOT NULL);

CREATE INDEX delivery_waiting ON webhooks.delivery USING btree (company_id, subscription_id) WHERE (state = 'waiting'::text);

CREATE INDEX subscription_active ON webhooks.subscription USING btree (company_id, "position") WHERE is_active;

CREATE INDEX subscription_of_integration ON webhooks.subscription USING btree (owner_id, id) WHERE (owner_kind = 'integration'::text);

CREATE INDEX revaluation_by_day ON year_end.revaluation USING btree (company_id, date);

CREATE INDEX taken_proposal_of_year ON year_end.taken_proposal USING btree (company_id, fiscal_year_id);

create view access.connection_view (
  id uuid,
  integration_id uuid,
  company_id uuid,
  agency_id uuid,
  scopes text[],
  machine_scopes text[],
  connected_at timestamp with time zone,
  changed_at timestamp with time zone
) as …;

create view assets.fixed_asset_view (
  company_id uuid,
  id uuid
) as …;

create view documents.upload_of_entry_view (
  company_id uuid,
  id uuid,
  journal_entry_id uuid,
  connected_at timestamp with time zone,
  modified_at timestamp with time zone
) as …;

create view identity.agency_company_view (
  agency_id uuid,
  company_id uuid,
  name text,
  created_at timestamp with time zone
) as …;

create view identity.agency_member_view (
  agency_id uuid,
  person_id uuid,
  role text,
  created_at timestamp with time zone
) as …;

create view identity.agency_view (
  id uuid,
  name text,
  organization_number text
) as …;

create view identity.company_member_view (
  company_id uuid,
  person_id uuid,
  role text,
  created_at timestamp with time zone,
  is_signatory boolean
) as …;

create view identity.company_view (
  id uuid,
  name text,
  organization_number text,
  company_type text,
  address_line1 text,
  address_line2 text,
  postal_code text,
  city text,
  country text,
  has_business_account boolean,
  vat_setting text,
  modified_at timestamp with time zone,
  is_test boolean,
  clock_days integer
) as …;

create view identity.person_view (
  id uuid,
  name text,
  email text,
  renamed_at timestamp with time zone
) as …;

create view ledger.account_view (
  company_id uuid,
  number integer,
  name text,
  kind text,
  sru text[],
  vat_code text
) as …;

create view ledger.book_view (
  company_id uuid,
  lock_date date,
  version uuid,
  entry_count bigint,
  day_balances_to bigint,
  vat_lock_date date,
  accounting_currency text
) as …;

create view ledger.budget_view (
  company_id uuid,
  fiscal_year_id uuid,
  month text,
  account integer,
  amount bigint
) as …;

create view ledger.day_balance_view (
  company_id uuid,
  day date,
  account integer,
  debit bigint,
  credit bigint
) as …;

create view ledger.fiscal_year_view (
  company_id uuid,
  id uuid,
  start_date date,
  end_date date,
  accounting_method text,
  closed_at timestamp with time zone,
  removed_at timestamp with time zone
) as …;

create view ledger.journal_entry_item_tag_view (
  company_id uuid,
  journal_entry_id uuid,
  line integer,
  tag_id uuid,
  weight numeric(9,6)
) as …;

create view ledger.journal_entry_item_view (
  company_id uuid,
  journal_entry_id uuid,
  line integer,
  account integer,
  debit bigint,
  credit bigint,
  text text,
  vat_code text
) as …;

create view ledger.journal_entry_tag_view (
  company_id uuid,
  journal_entry_id uuid,
  tag_id uuid,
  weight numeric(9,6)
) as …;

create view ledger.journal_entry_view (
  company_id uuid,
  id uuid,
  journal_entry_number text,
  title text,
  date date,
  origin text,
  reverses_id uuid,
  registration bigint,
  registered_at timestamp with time zone,
  fiscal_year_id uuid,
  series text,
  number bigint,
  actor_kind text,
  actor_id uuid,
  actor_name text,
  items jsonb
) as …;

create view ledger.month_balance_view (
  company_id uuid,
  fiscal_year_id uuid,
  account integer,
  month date,
  debit bigint,
  credit bigint
) as …;

create view ledger.opening_balance_view (
  company_id uuid,
  fiscal_year_id uuid,
  revision integer,
  account integer,
  amount bigint
) as …;

create view ledger.removed_number_view (
  company_id uuid,
  fiscal_year_id uuid,
  series text,
  numbers int8multirange
) as …;

create view ledger.removed_year_view (
  company_id uuid,
  fiscal_year_id uuid,
  start_date date,
  end_date date,
  removed_at timestamp with time zone,
  last_registration bigint
) as …;

create view ledger.tag_group_view (
  company_id uuid,
  id uuid,
  name text
) as …;

create view ledger.tag_view (
  company_id uuid,
  id uuid,
  tag_group_id uuid,
  code text,
  name text
) as …;

create view plans.company_plan_view (
  company_id uuid,
  plan text,
  addons text[],
  expires_on date,
  trial_ends_on date
) as …;

create view platform.event_counter_view (
  tenant_id uuid,
  last_number bigint,
  kept_from bigint
) as …;

create view platform.history (
  id uuid,
  company_id uuid,
  happened_at timestamp with time zone,
  actor_kind text,
  actor_id uuid,
  actor_name text,
  what text,
  detail jsonb,
  agency_id uuid,
  from_address text
) as …;

create view purchasing.supplier_invoice_view (
  company_id uuid,
  id uuid
) as …;

create view sales.customer_view (
  company_id uuid,
  id uuid,
  name text
) as …;

create view sales.invoice_view (
  company_id uuid,
  id uuid,
  number bigint,
  total_ore bigint,
  kind text,
  customer_id uuid,
  customer_name text,
  state text
) as …;

create view sales.settings_view (
  company_id uuid,
  vat_number text
) as …;

CREATE OR REPLACE FUNCTION access.refuse_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the integration and tenant of rows of %.% cannot be changed', tg_table_schema, tg_table_name
    using errcode = 'GB032';
end $function$;

CREATE OR REPLACE FUNCTION access.refuse_revival()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'ended rows of %.% cannot be revived', tg_table_schema, tg_table_name using errcode = 'GB031';
end $function$;

CREATE OR REPLACE FUNCTION accruals.keep_accrual()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - 'modified_at' = to_jsonb(old) - 'modified_at' then
      return new;
    end if;
  -- A reversed or completely booked accrual may be removed with a fiscal year; its months are removed by the same
  -- statement.
  elsif ledger.is_removing(old.company_id) and (
      exists (
        select from ledger.journal_entry_view r
        where r.company_id = old.company_id and r.reverses_id = old.journal_entry_id)
      or old.ore = (
        select coalesce(sum(p.ore), 0) from accruals.portion p
        where p.company_id = old.company_id and p.accrual_id = old.id and not exists (
          select from ledger.journal_entry_view r
          where r.company_id = p.company_id and r.reverses_id = p.journal_entry_id))) then
    return old;
  end if;
  raise exception 'accrual % has entries and can be neither changed nor removed', old.id using errcode = 'GB111';
end $function$;

CREATE OR REPLACE FUNCTION accruals.keep_with_accrual()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from gone g join accruals.accrual a on a.company_id = g.company_id and a.id = g.accrual_id;
  if found then
    raise exception 'the bookings of an accrual can only be removed together with it' using errcode = 'GB111';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION accruals.witness_portion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
      select from accruals.portion p
      where p.company_id = new.company_id and p.accrual_id = new.accrual_id and p.month = new.month and not exists (
        select from ledger.journal_entry_view r
        where r.company_id = p.company_id and r.reverses_id = p.journal_entry_id)) then
    raise exception 'accrual % is already booked for %', new.accrual_id, new.month using errcode = 'GB112';
  end if;
  if exists (
      select from accruals.accrual a
      join ledger.journal_entry_view r on r.company_id = a.company_id and r.reverses_id = a.journal_entry_id
      where a.company_id = new.company_id and a.id = new.accrual_id) then
    raise exception 'accrual % is reversed', new.accrual_id using errcode = 'GB112';
  end if;
  if exists (
      select from accruals.accrual a
      join ledger.journal_entry_view r on r.company_id = a.company_id and r.reverses_id = a.source_entry_id
      where a.company_id = new.company_id and a.id = new.accrual_id) then
    raise exception 'the entry of accrual % is reversed', new.accrual_id using errcode = 'GB112';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION agency.keep_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'link % has been used', old.id using errcode = 'GB081';
end $function$;

CREATE OR REPLACE FUNCTION annual_report.keep_of_year()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  going uuid;
begin
  if tg_op = 'DELETE' then
    if tg_table_name = 'version' then
      going := old.fiscal_year_id;
    else
      select v.fiscal_year_id into going from annual_report.version v
      where v.company_id = old.company_id and v.id = old.version_id;
    end if;
    if ledger.is_going(old.company_id, going) then
      return old;
    end if;
  end if;
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
end $function$;

CREATE OR REPLACE FUNCTION annual_report.remove_of_year(p_company uuid, p_year uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from annual_report.filing f using annual_report.version v
  where f.company_id = p_company and v.company_id = p_company and v.id = f.version_id and v.fiscal_year_id = p_year;
  delete from annual_report.signing s using annual_report.version v
  where s.company_id = p_company and v.company_id = p_company and v.id = s.version_id and v.fiscal_year_id = p_year;
  delete from annual_report.withdrawal w using annual_report.version v
  where w.company_id = p_company and v.company_id = p_company and v.id = w.version_id and v.fiscal_year_id = p_year;
  delete from annual_report.version v where v.company_id = p_company and v.fiscal_year_id = p_year;
  delete from annual_report.text t where t.company_id = p_company and t.fiscal_year_id = p_year;
end $function$;

CREATE OR REPLACE FUNCTION assets.keep_asset()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  named constant text[] := array['number', 'name', 'modified_at'];
  corrected constant text[] := named || array['months', 'first_month', 'depreciated_ore', 'depreciated_through'];
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - named = to_jsonb(old) - named then
      return new;
    end if;
    -- A depreciation plan may be corrected until disposal, but never beyond the asset's value.
    if to_jsonb(new) - corrected = to_jsonb(old) - corrected and new.months is not null and not exists (
        select from assets.disposal d
        where d.company_id = old.company_id and d.fixed_asset_id = old.id and not exists (
          select from ledger.journal_entry_view r
          where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id))
      and (
        select l.value_ore - l.residual_ore - l.depreciated_ore - l.written_down_ore
        from assets.left_of(old.company_id, old.id) l) >= new.depreciated_ore - old.depreciated_ore then
      return new;
    end if;
  end if;
  if exists (select from assets.depreciation d where d.company_id = old.company_id and d.fixed_asset_id = old.id)
    or exists (select from assets.disposal d where d.company_id = old.company_id and d.fixed_asset_id = old.id)
    or exists (select from assets.value_change c where c.company_id = old.company_id and c.fixed_asset_id = old.id) then
    -- One that was disposed of may go with a removed fiscal year; what was booked of it goes in the same statement.
    if tg_op = 'DELETE' and ledger.is_removing(old.company_id) and exists (
        select from assets.disposal d
        where d.company_id = old.company_id and d.fixed_asset_id = old.id and not exists (
          select from ledger.journal_entry_view r
          where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id)) then
      return old;
    end if;
    raise exception 'fixed asset % has entries and can be neither changed nor removed', old.id using errcode = 'GB101';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION assets.keep_with_asset()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from gone g join assets.fixed_asset a on a.company_id = g.company_id and a.id = g.fixed_asset_id;
  if found then
    raise exception 'the bookings of a fixed asset can only be removed together with it' using errcode = 'GB101';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION assets.left_of(p_company uuid, p_asset uuid)
 RETURNS TABLE(value_ore bigint, residual_ore bigint, depreciated_ore bigint, written_down_ore bigint)
 LANGUAGE plpgsql
AS $function$
begin
  return query
  select a.value_ore - c.value_ore, a.residual_ore - c.residual_ore, a.depreciated_ore + d.ore - c.depreciated_ore,
    c.written_down_ore
  from assets.fixed_asset a
  cross join lateral (
    select coalesce(sum(d.ore), 0)::bigint as ore from assets.depreciation d
    where d.company_id = a.company_id and d.fixed_asset_id = a.id and not exists (
      select from ledger.journal_entry_view r
      where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id)) d
  cross join lateral (
    select coalesce(sum(c.value_ore), 0)::bigint as value_ore, coalesce(sum(c.residual_ore), 0)::bigint as residual_ore,
      coalesce(sum(c.depreciated_ore), 0)::bigint as depreciated_ore,
      coalesce(sum(c.written_down_ore), 0)::bigint as written_down_ore
    from assets.value_change c
    where c.company_id = a.company_id and c.fixed_asset_id = a.id and not exists (
      select from ledger.journal_entry_view r
      where r.company_id = c.company_id and r.reverses_id = c.journal_entry_id)) c
  where a.company_id = p_company and a.id = p_asset;
end $function$;

CREATE OR REPLACE FUNCTION assets.witness_depreciation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
      select from assets.depreciation d
      where d.company_id = new.company_id and d.fixed_asset_id = new.fixed_asset_id and d.month = new.month
        and not exists (
          select from ledger.journal_entry_view r
          where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id)) then
    raise exception 'fixed asset % is already depreciated for %', new.fixed_asset_id, new.month using errcode = 'GB102';
  end if;
  if (select l.value_ore - l.residual_ore - l.depreciated_ore - l.written_down_ore
      from assets.left_of(new.company_id, new.fixed_asset_id) l) < new.ore then
    raise exception 'fixed asset % would be depreciated beyond its value', new.fixed_asset_id using errcode = 'GB102';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION assets.witness_disposal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
      select from assets.disposal d
      where d.company_id = new.company_id and d.fixed_asset_id = new.fixed_asset_id and not exists (
        select from ledger.journal_entry_view r
        where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id)) then
    raise exception 'fixed asset % is already disposed of', new.fixed_asset_id using errcode = 'GB103';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION assets.witness_value_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  l record;
begin
  if exists (
      select from assets.disposal d
      where d.company_id = new.company_id and d.fixed_asset_id = new.fixed_asset_id and not exists (
        select from ledger.journal_entry_view r
        where r.company_id = d.company_id and r.reverses_id = d.journal_entry_id)) then
    raise exception 'fixed asset % is disposed of already', new.fixed_asset_id using errcode = 'GB103';
  end if;
  select * into l from assets.left_of(new.company_id, new.fixed_asset_id);
  -- What is left is never below zero, nor is the book value below what is left of the residual value.
  if new.written_down_ore < -l.written_down_ore or new.depreciated_ore > l.depreciated_ore
      or new.residual_ore > l.residual_ore or new.value_ore >= l.value_ore
      or l.value_ore - new.value_ore < l.residual_ore - new.residual_ore + l.depreciated_ore - new.depreciated_ore
        + l.written_down_ore + new.written_down_ore then
    raise exception 'fixed asset % has less left than that', new.fixed_asset_id using errcode = 'GB104';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION banking.check_match(p banking.transaction)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  parts uuid[];
  entries uuid[];
  booked bigint;
  others bigint;
begin
  -- Serializes concurrent matches with the same entry, so that the later one sees the other.
  perform pg_advisory_xact_lock(hashtextextended(p.company_id || ' ' || p.journal_entry_id || ' ' || p.account, 0));
  select array_agg(o.journal_entry_id) into parts from banking.transaction_part o
  where o.company_id = p.company_id and o.transaction_id = p.id;
  entries := parts || p.journal_entry_id;
  select coalesce(sum(debit - credit), 0) into booked from ledger.journal_entry_item_view
  where company_id = p.company_id and journal_entry_id = any(entries) and account = p.account;
  select coalesce(sum(amount_ore), 0) into others from banking.transaction t
  where t.company_id = p.company_id and t.journal_entry_id = p.journal_entry_id and t.account = p.account
    and t.id <> p.id;
  if p.matched_with->>'kind' is distinct from 'journalEntry' and booked <> p.amount_ore
      or sign(booked) <> sign(p.amount_ore) or abs(others + p.amount_ore) > abs(booked) then
    raise exception 'bank transaction % is of %, its entry has % on account %, and % of it is matched', p.id,
      p.amount_ore, booked, p.account, others using errcode = 'GB072';
  end if;
  perform from ledger.journal_entry_view e
  where e.company_id = p.company_id
    and (e.id = any(entries) and e.reverses_id is not null or e.reverses_id = any(entries));
  if found then
    raise exception 'bank transaction % is matched with entry %, which is reversed or reverses another', p.id,
      p.journal_entry_id using errcode = 'GB072';
  end if;
  perform from banking.transaction_part o
  where o.company_id = p.company_id
    and (o.journal_entry_id = p.journal_entry_id and o.account = p.account
      or o.transaction_id = p.id and o.account <> p.account)
  union all
  select from banking.transaction t
  where t.company_id = p.company_id and t.journal_entry_id = p.journal_entry_id and t.account = p.account
    and t.id <> p.id and (parts is not null or t.matched_with->>'kind' = 'parts');
  if found then
    raise exception 'entry % is part of another bank transaction', p.journal_entry_id using errcode = 'GB072';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION banking.habit_of(p_ore bigint, p_account text, p_name text, p_message text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when p_ore > 0 then '+' else '-' end || coalesce(
    'a' || nullif(ltrim(regexp_replace(lower(p_account), '[^a-z0-9]', '', 'g'), '0'), ''),
    'n' || nullif(left(regexp_replace(lower(p_name), '[^[:alpha:]]', '', 'g'), 100), ''),
    'm' || nullif(left(regexp_replace(lower(p_message), '[^[:alpha:]]', '', 'g'), 100), ''))
$function$;

CREATE OR REPLACE FUNCTION banking.id_of_habit(p_company_id uuid, p_habit text, p_account integer)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select md5(p_company_id || ' ' || p_account || ' ' || p_habit)::uuid
$function$;

CREATE OR REPLACE FUNCTION banking.is_undoable(p banking.transaction)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  return p.matched_with->>'kind' = 'journalEntry' or p.matched_with->>'kind' = 'account' and exists (
    select from ledger.journal_entry_view e where e.company_id = p.company_id and e.reverses_id = p.journal_entry_id);
end $function$;

CREATE OR REPLACE FUNCTION banking.keep_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from banking.transaction t
  where t.company_id = new.company_id
    and (t.id = new.transaction_id and (t.journal_entry_id is not null or t.replaced_by_statement_id is not null)
      or t.journal_entry_id = new.journal_entry_id and t.account = new.account);
  if found then
    raise exception 'entry % or bank transaction % is already matched', new.journal_entry_id,
      new.transaction_id using errcode = 'GB072';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION banking.keep_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if ledger.is_removing(old.company_id) then
      return old;
    end if;
  end if;
  raise exception 'the matched parts of a bank transaction cannot be changed' using errcode = 'GB072';
end $function$;

CREATE OR REPLACE FUNCTION banking.keep_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  moving constant text[] := array['state', 'reason', 'signed_at', 'signed_by_id', 'signed_by_name', 'payment_file_id',
    'paid_on', 'modified_at', 'bank_status', 'bank_status_at', 'reason_code', 'needs_attention'];
begin
  if tg_op = 'DELETE' then
    if old.state <> 'readyToSign' and ledger.is_removing(old.company_id) then
      return old;
    end if;
    raise exception 'bank payment % is never removed', old.id using errcode = 'GB071';
  end if;
  if to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'the content of bank payment % cannot be changed', old.id using errcode = 'GB071';
  end if;
  if old.signed_at is not null and (new.signed_at, new.signed_by_id, new.signed_by_name)
      is distinct from (old.signed_at, old.signed_by_id, old.signed_by_name) then
    raise exception 'the signature of bank payment % cannot be changed', old.id using errcode = 'GB071';
  end if;
  if new.payment_file_id is distinct from old.payment_file_id
      and (old.payment_file_id is not null or old.state <> 'signed' or new.state <> 'signed') then
    raise exception 'bank payment % can be in one file only, and must be signed', old.id using errcode = 'GB071';
  end if;
  if new.state <> old.state and not (old.state, new.state) in (
      ('readyToSign', 'signed'), ('readyToSign', 'cancelled'), ('signed', 'cancelled'), ('signed', 'rejected'),
      ('signed', 'error'), ('signed', 'paid'), ('rejected', 'paid'), ('error', 'paid')) then
    raise exception 'bank payment % cannot change from % to %', old.id, old.state, new.state using errcode = 'GB071';
  end if;
  if new.bank_status_at is distinct from old.bank_status_at
      and (new.payment_file_id is null or new.bank_status_at is null or new.bank_status_at < old.bank_status_at) then
    raise exception 'bank payment % is in no file that a bank tells of, or newer is known of it', old.id
      using errcode = 'GB071';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION banking.keep_payment_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if ledger.is_removing(old.company_id) then
      return old;
    end if;
  end if;
  raise exception 'a payment file cannot be changed or removed' using errcode = 'GB071';
end $function$;

CREATE OR REPLACE FUNCTION banking.keep_statement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if ledger.is_removing(old.company_id) then
      return old;
    end if;
  end if;
  raise exception 'an imported statement cannot be changed or removed' using errcode = 'GB072';
end $function$;

CREATE OR REPLACE FUNCTION banking.keep_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  matching constant text[] := array['journal_entry_id', 'account', 'matched_at', 'matched_with', 'matched_by_kind',
    'matched_by_id', 'matched_by_name', 'modified_at'];
  said constant text[] := matching || array['replaced_by_statement_id', 'payment_id'];
  free constant text[] := array['payment_id', 'modified_at'];
  unsaid text[];
begin
  if tg_op = 'DELETE' then
    if ledger.is_removing(old.company_id) then
      return old;
    end if;
    raise exception 'bank transaction % is never removed', old.id using errcode = 'GB072';
  end if;
  select said || array_agg(key) into unsaid from jsonb_each(to_jsonb(old)) where value in ('null', '[]');
  if to_jsonb(new) - unsaid <> to_jsonb(old) - unsaid then
    raise exception 'bank transaction % keeps what the bank said', old.id using errcode = 'GB072';
  end if;
  if old.journal_entry_id is not null and new.journal_entry_id is null
      and to_jsonb(new) - matching = to_jsonb(old) - matching and banking.is_undoable(old) then
    return new;
  end if;
  if (old.journal_entry_id is not null and (to_jsonb(new) - free <> to_jsonb(old) - free))
      or (old.payment_id is not null and new.payment_id is distinct from old.payment_id)
      or (old.replaced_by_statement_id is not null and to_jsonb(new) <> to_jsonb(old)) then
    raise exception 'bank transaction % can be matched or replaced only once', old.id using errcode = 'GB072';
  end if;
  if new.journal_entry_id is not null and old.journal_entry_id is null then
    perform banking.check_match(new);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION banking.keep_with_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from gone g join banking.transaction t on t.company_id = g.company_id and t.id = g.transaction_id;
  if found then
    raise exception 'the parts and lines of a bank transaction can only be removed together with it'
      using errcode = 'GB072';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION banking.remove_payment_files(p_company uuid, p_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into banking.dropped_payment_file (company_id, digest)
  select f.company_id, f.digest from banking.payment_file f where f.company_id = p_company and f.id = any (p_ids)
  union select r.company_id, r.digest from banking.payment_report r
  where r.company_id = p_company and r.payment_file_id = any (p_ids) on conflict do nothing;
  with fetches as (
    delete from banking.payment_file_fetch f where f.company_id = p_company and f.payment_file_id = any (p_ids)
  ), reports as (
    delete from banking.payment_report r where r.company_id = p_company and r.payment_file_id = any (p_ids)
  )
  delete from banking.payment_file f where f.company_id = p_company and f.id = any (p_ids)
$function$;

CREATE OR REPLACE FUNCTION banking.remove_payments(p_company uuid, p_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with signatures as (
    delete from banking.signature s where s.company_id = p_company and s.payment_id = any (p_ids)
  )
  delete from banking.payment p where p.company_id = p_company and p.id = any (p_ids)
$function$;

CREATE OR REPLACE FUNCTION banking.remove_statements(p_company uuid, p_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into banking.dropped_statement (company_id, digest)
  select distinct s.company_id, s.file_digest from banking.statement s
  where s.company_id = p_company and s.id = any (p_ids) on conflict do nothing;
  delete from banking.statement s where s.company_id = p_company and s.id = any (p_ids)
$function$;

CREATE OR REPLACE FUNCTION banking.remove_transactions(p_company uuid, p_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with parts as (
    delete from banking.transaction_part p where p.company_id = p_company and p.transaction_id = any (p_ids)
  ), lines as (
    delete from banking.statement_line l where l.company_id = p_company and l.transaction_id = any (p_ids)
  )
  delete from banking.transaction t where t.company_id = p_company and t.id = any (p_ids)
$function$;

CREATE OR REPLACE FUNCTION documents.connect_upload(p_company uuid, p_id uuid, p_entry uuid, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update documents.upload u set journal_entry_id = p_entry, connected_at = p_at, modified_at = p_at
  where u.company_id = p_company and u.id = p_id and u.journal_entry_id is null
    and u.supplier_invoice_id is null and u.deleted_at is null;
  if not found then
    raise exception 'upload % does not exist, is deleted, or is already connected', p_id using errcode = 'GB051';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION documents.drop_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into documents.dropped_file (company_id, digest) values (old.company_id, old.digest) on conflict do nothing;
  perform storage.hold_file(old.company_id, 'uploads', old.digest);
  if not exists (
    select from documents.upload u
    where u.company_id = old.company_id and u.digest = old.digest and u.deleted_at is null)
  then
    perform storage.release_file(old.company_id, 'uploads', old.digest);
  end if;
  perform platform.add_count(old.company_id, 'upload', -1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION documents.keep_all_uploads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'uploads are never removed all at once' using errcode = 'GB051';
end $function$;

CREATE OR REPLACE FUNCTION documents.keep_upload()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  states constant text[] := array['journal_entry_id', 'supplier_invoice_id', 'connected_at', 'deleted_at',
    'modified_at', 'place'];
begin
  if to_jsonb(new) - states <> to_jsonb(old) - states then
    raise exception 'the content of upload % cannot be changed', old.id using errcode = 'GB051';
  end if;
  if old.deleted_at is not null then
    raise exception 'upload % is deleted', old.id using errcode = 'GB051';
  end if;
  if old.connected_at is not null
    and not (new.deleted_at is null
      and new.connected_at is not distinct from old.connected_at
      and new.supplier_invoice_id is not distinct from old.supplier_invoice_id
      and (old.journal_entry_id is null or new.journal_entry_id is not distinct from old.journal_entry_id))
    and not (old.journal_entry_id is null and new.connected_at is null and new.deleted_at is null)
  then
    raise exception 'upload % is already connected', old.id using errcode = 'GB051';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION documents.remove_uploads(p_company uuid, p_entries uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into documents.dropped_file (company_id, digest)
  select distinct u.company_id, u.digest from documents.upload u
  where u.company_id = p_company and u.journal_entry_id = any (p_entries) and u.deleted_at is null
  on conflict do nothing;
  delete from documents.upload u where u.company_id = p_company and u.journal_entry_id = any (p_entries);
end $function$;

CREATE OR REPLACE FUNCTION documents.remove_uploads_of_supplier_invoices(p_company uuid, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into documents.dropped_file (company_id, digest)
  select distinct u.company_id, u.digest from documents.upload u
  where u.company_id = p_company and u.supplier_invoice_id = any (p_ids) and u.deleted_at is null
  on conflict do nothing;
  delete from documents.upload u where u.company_id = p_company and u.supplier_invoice_id = any (p_ids);
end $function$;

CREATE OR REPLACE FUNCTION events.news_of(p_agency uuid)
 RETURNS TABLE(tenant_id uuid, noted bigint, last_number bigint, kept_from bigint, has_left boolean)
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return query
  select coalesce(k.tenant_id, s.tenant_id), s.noted, coalesce(c.last_number, 0), coalesce(c.kept_from, 1),
    k.tenant_id is null
  from (
    select p_agency as tenant_id
    union all
    select v.company_id from identity.agency_company_view v where v.agency_id = p_agency
  ) k
  full join (select o.tenant_id, o.noted from events.agency_source o where o.agency_id = p_agency) s
    on s.tenant_id = k.tenant_id
  left join platform.event_counter_view c on c.tenant_id = k.tenant_id
  where s.noted is null or k.tenant_id is null or c.last_number > s.noted;
end $function$;

CREATE OR REPLACE FUNCTION events.note_news(p_agency uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  before bigint;
begin
  -- Nothing is added for a removed agency.
  if not exists (select from identity.agency_view where id = p_agency)
    or not exists (select from events.news_of(p_agency)) then
    return;
  end if;
  insert into events.agency_order (agency_id) values (p_agency) on conflict do nothing;
  select o.last_position into before from events.agency_order o where o.agency_id = p_agency for update;
  -- A separate statement, which sees what other transactions have added while this one waited for the lock.
  with news as materialized (
    select * from events.news_of(p_agency)
  ), has_left as (
    delete from events.agency_source s using news n
    where s.agency_id = p_agency and s.tenant_id = n.tenant_id and n.has_left
  ), is_new as (
    insert into events.agency_source (agency_id, tenant_id, noted)
    select p_agency, n.tenant_id, n.last_number from news n where n.noted is null
  ), has_moved as (
    update events.agency_source s set noted = n.last_number from news n
    where s.agency_id = p_agency and s.tenant_id = n.tenant_id and n.noted is not null and not n.has_left
  ), spans as (
    -- The agency's own events come first, because they say who its clients are.
    select n.*, before + sum(n.last_number - n.noted) over (order by n.tenant_id <> p_agency, n.tenant_id) as upto
    from news n where n.noted is not null and not n.has_left
  ), told as (
    insert into events.agency_span (agency_id, last_position, tenant_id, first_number, last_number)
    select p_agency, s.upto, s.tenant_id, s.noted + 1, s.last_number from spans s
  )
  update events.agency_order o set last_position = whole.upto, kept_from = greatest(o.kept_from, whole.kept_from)
  from (
    -- Events that were deleted before they were added are marked as no longer available.
    select max(s.upto) as upto, coalesce(max(least(s.upto, s.upto - s.last_number + s.kept_from - 1))
      filter (where s.noted + 1 < s.kept_from), 0) + 1 as kept_from
    from spans s
  ) whole
  where o.agency_id = p_agency and whole.upto is not null;
end $function$;

CREATE OR REPLACE FUNCTION identity.copy_client_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select c.name into new.name from identity.company c where c.id = new.company_id for share;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION identity.keep_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'invitation % has been answered or withdrawn', old.id using errcode = 'GB081';
end $function$;

CREATE OR REPLACE FUNCTION identity.refuse_closed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from identity.person p where p.id = new.person_id and p.closed_at is null for key share;
  if not found then
    raise exception 'the account of person % is closed', new.person_id using errcode = 'GB082';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION identity.rename_client()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update identity.agency_company set name = new.name where company_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION identity.tell_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform storage.set_owner(old.company_id, old.person_id, false);
  else
    perform storage.set_owner(new.company_id, new.person_id, new.role = 'owner');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.begin_removal(p_company uuid, p_year uuid, p_kept uuid[], p_counts jsonb, p_numbers jsonb, p_now timestamp with time zone, p_kind text, p_id uuid, p_name text)
 RETURNS TABLE(number integer, entries bigint, kept bigint, seal bytea)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  stub ledger.removed_year;
begin
  insert into ledger.kept_entry (company_id, fiscal_year_id, journal_entry_id, registration, content_digest, chain_hash,
    previous_hash)
  select p_company, p_year, c.id, c.registration, c.content_digest, c.chain_hash, c.previous
  from (
    select e.id, e.registration, e.content_digest, e.chain_hash,
      coalesce(lag(e.chain_hash) over (partition by e.series order by e.registration), decode(repeat('00', 32), 'hex'))
        as previous
    from ledger.journal_entry e where e.company_id = p_company and e.fiscal_year_id = p_year
  ) c where exists (select from unnest(p_kept) k where k = c.id);
  insert into ledger.removed_number (company_id, fiscal_year_id, series, numbers)
  select p_company, p_year, n.key, n.value::int8multirange from jsonb_each_text(p_numbers) n;
  insert into ledger.removed_year (company_id, fiscal_year_id, start_date, end_date, removed_at, actor_kind, actor_id,
    actor_name, entries, items, kept, registrations, counts)
  select p_company, p_year, y.start_date, y.end_date, p_now, p_kind, p_id, p_name, g.entries, g.items,
    (select count(*) from ledger.kept_entry k where k.company_id = p_company and k.fiscal_year_id = p_year),
    g.registrations, p_counts
  from ledger.fiscal_year y
  cross join (
    select count(*) as entries, coalesce(sum(e.item_count), 0) as items,
      coalesce(range_agg(int8range(e.registration, e.registration, '[]')), '{}'::int8multirange) as registrations
    from ledger.journal_entry e
    where e.company_id = p_company and not exists (select from unnest(p_kept) k where k = e.id)
      and (e.fiscal_year_id = p_year or e.fiscal_year_id in (
        select r.fiscal_year_id from ledger.removed_year r where r.company_id = p_company))
  ) g
  where y.company_id = p_company and y.id = p_year
  returning * into strict stub;
  update ledger.kept_entry k set removed_with = p_year
  where k.company_id = p_company and k.fiscal_year_id <> p_year and k.removed_with is null
    and not exists (select from unnest(p_kept) x where x = k.journal_entry_id);
  -- While the entries that tell the days of a file still exist.
  delete from ledger.sie_import i
  where i.company_id = p_company and i.id in (select ledger.imports_until(p_company, stub.end_date));
  return query select stub.number, stub.entries, stub.kept, stub.seal;
end $function$;

CREATE OR REPLACE FUNCTION ledger.changes_vat(p_company uuid, p_items jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from jsonb_to_recordset(p_items) as i (account integer, "vatCode" text)
    left join lateral (
      select a.vat_code from ledger.account a where a.company_id = p_company and a.number = i.account offset 0
    ) a on true
    where coalesce(i."vatCode", a.vat_code, 'none') <> 'none' or i.account::text ~ '^26[0-4]')
$function$;

CREATE OR REPLACE FUNCTION ledger.end_removal(p_company uuid, p_year uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  stub ledger.removed_year;
begin
  select * into strict stub from ledger.removed_year r where r.company_id = p_company and r.fiscal_year_id = p_year;
  -- Later sums start after the removed part.
  perform ledger.keep_day_balances(p_company);
  delete from ledger.day_balance d where d.company_id = p_company and d.day <= stub.end_date;
  delete from ledger.budget b where b.company_id = p_company and b.fiscal_year_id = p_year;
  update ledger.fiscal_year y set removed_at = stub.removed_at where y.company_id = p_company and y.id = p_year;
end $function$;

CREATE OR REPLACE FUNCTION ledger.imports_until(p_company uuid, p_day date)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select i.id from ledger.sie_import i
  cross join lateral (
    select max(e.date) as last_day from ledger.journal_entry e
    where e.company_id = i.company_id and e.registered_at = i.imported_at and e.origin = 'import'
  ) e
  where i.company_id = p_company
    and greatest(e.last_day, (i.report -> 'made' -> 'fiscalYear' ->> 'endDate')::date) <= p_day
$function$;

CREATE OR REPLACE FUNCTION ledger.is_going(p_company uuid, p_year uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select ledger.is_removing(p_company) and exists (
    select from ledger.removed_year r where r.company_id = p_company and r.fiscal_year_id = p_year)
$function$;

CREATE OR REPLACE FUNCTION ledger.is_removing(p_company uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from ledger.removed_year r
    where r.company_id = p_company and r.removed_xid = pg_current_xact_id() and ledger.is_written_here(r.xmin))
$function$;

CREATE OR REPLACE FUNCTION ledger.is_written_here(p_xmin xid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select case when w.ahead < 2147483648 then pg_xact_status((w.here + w.ahead)::text::xid8) = 'in progress' else false end
  from (
    select n.here, (p_xmin::text::bigint - n.here % 4294967296 + 4294967296) % 4294967296 as ahead
    from (select pg_current_xact_id()::text::bigint as here) n
  ) w
$function$;

CREATE OR REPLACE FUNCTION ledger.keep_day_balances(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  kept_to bigint;
  last_entry bigint;
begin
  select b.day_balances_to, b.entry_count into kept_to, last_entry from ledger.book b
  where b.company_id = p_company for no key update;
  insert into ledger.day_balance as balance (company_id, day, account, debit, credit)
  select p_company, e.date, i.account, sum(i.debit), sum(i.credit)
  from (
    select e.id, e.date from ledger.journal_entry e
    where e.company_id = p_company and e.registration > kept_to and e.registration <= last_entry offset 0
  ) e
  cross join lateral (
    select i.account, i.debit, i.credit from ledger.journal_entry_item i
    where i.company_id = p_company and i.journal_entry_id = e.id offset 0
  ) i
  group by 2, 3
  order by 2, 3
  on conflict (company_id, day, account)
  do update set debit = balance.debit + excluded.debit, credit = balance.credit + excluded.credit;
  update ledger.book b set day_balances_to = last_entry where b.company_id = p_company;
end $function$;

CREATE OR REPLACE FUNCTION ledger.keep_documents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from (select to_jsonb(g) as row from gone g) g
  where (tg_argv[0] = '' or g.row ->> tg_argv[0] is not null)
    and not ledger.may_go((g.row ->> 'company_id')::uuid, coalesce(
        (g.row ->> split_part(tg_argv[1], ' ', 1))::date, (g.row ->> split_part(tg_argv[1], ' ', 2))::date),
      array(select (g.row ->> a)::uuid from unnest(tg_argv[2:]) a where g.row ->> a is not null));
  if found then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.keep_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
      select from (select distinct g.company_id, g.fiscal_year_id from gone g) y
      where not ledger.is_going(y.company_id, y.fiscal_year_id))
    or exists (
      select from gone g
      join ledger.kept_entry k on k.company_id = g.company_id and k.journal_entry_id = g.id and k.removed_with is null)
  then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.keep_imports()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not ledger.is_removing(old.company_id) then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  insert into ledger.dropped_file (company_id, digest) values (old.company_id, old.file_digest) on conflict do nothing;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION ledger.keep_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
      select from (
        select distinct e.company_id, e.fiscal_year_id
        from (select distinct i.company_id, i.journal_entry_id from gone i) g
        left join ledger.journal_entry e on e.company_id = g.company_id and e.id = g.journal_entry_id
      ) y where y.company_id is null or not ledger.is_going(y.company_id, y.fiscal_year_id))
    or exists (
      select from gone g
      join ledger.kept_entry k
        on k.company_id = g.company_id and k.journal_entry_id = g.journal_entry_id and k.removed_with is null)
  then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.keep_kept_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from ledger.removed_year r
      where r.company_id = new.company_id and r.fiscal_year_id = new.fiscal_year_id)
    then
      return new;
    end if;
  elsif tg_op = 'UPDATE' then
    if old.removed_with is null and to_jsonb(new) - 'removed_with' = to_jsonb(old) - 'removed_with'
      and ledger.is_going(new.company_id, new.removed_with)
    then
      return new;
    end if;
  end if;
  raise exception 'the sealed record of a removed year cannot be changed' using errcode = 'GB001';
end $function$;

CREATE OR REPLACE FUNCTION ledger.keep_removed_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from ledger.removed_year r
      where r.company_id = new.company_id and r.fiscal_year_id = new.fiscal_year_id)
    then
      return new;
    end if;
  end if;
  raise exception 'the sealed numbers of a removed year cannot be changed' using errcode = 'GB001';
end $function$;

CREATE OR REPLACE FUNCTION ledger.keep_tag()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% % cannot change its code, group or dimension', tg_table_name, old.id using errcode = 'GB053';
end $function$;

CREATE OR REPLACE FUNCTION ledger.keep_upload()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from ledger.journal_entry e
  left join ledger.kept_entry k on k.company_id = e.company_id and k.journal_entry_id = e.id and k.removed_with is null
  where e.company_id = old.company_id and e.id = old.journal_entry_id and k.journal_entry_id is null
    and ledger.is_going(e.company_id, e.fiscal_year_id);
  if found or old.journal_entry_id is null and old.supplier_invoice_id is not null
    and ledger.is_removing(old.company_id)
  then
    return old;
  end if;
  raise exception 'upload % cannot be removed, only marked as deleted', old.id using errcode = 'GB051';
end $function$;

CREATE OR REPLACE FUNCTION ledger.leave_booked(p_company uuid, p_first bigint, p_last bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  first_event constant bigint := platform.count_events(p_company, (p_last - p_first + 1)::integer);
begin
  insert into platform.event (
    tenant_id, number, company_id, kind, resource_id, happened_at, actor_kind, actor_id, actor_name)
  select p_company, first_event + e.registration - p_first, p_company, 'journal-entry.booked', e.id::text,
    e.registered_at, e.actor_kind, e.actor_id, e.actor_name
  from ledger.journal_entry e
  where e.company_id = p_company and e.registration between p_first and p_last;
end $function$;

CREATE OR REPLACE FUNCTION ledger.may_go(p_company uuid, p_day date, p_entries uuid[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select ledger.is_removing(p_company)
    and exists (
      select from ledger.removed_year r
      where r.company_id = p_company and r.removed_xid = pg_current_xact_id() and p_day <= r.end_date)
    and not exists (
      select from unnest(p_entries) g (id)
      join ledger.journal_entry e on e.company_id = p_company and e.id = g.id
      left join ledger.removed_year r on r.company_id = e.company_id and r.fiscal_year_id = e.fiscal_year_id
      left join ledger.kept_entry k
        on k.company_id = e.company_id and k.journal_entry_id = e.id and k.removed_with is null
      where r.fiscal_year_id is null or k.journal_entry_id is not null)
$function$;

CREATE OR REPLACE FUNCTION ledger.note_vat_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select b.entry_count into new.vat_code_until from ledger.book b where b.company_id = new.company_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION ledger.number_behind(p_last bigint, p_gone int8multirange, p_skipped bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce((
    select upper(r.left_over) - 1 - (p_skipped - r.above)
    from (
      select n as left_over, upper(n) - lower(n) as size,
        sum(upper(n) - lower(n)) over (order by lower(n) desc) - (upper(n) - lower(n)) as above
      from unnest(int8multirange(int8range(1, p_last + 1)) - p_gone) n
    ) r
    where p_skipped >= r.above and p_skipped < r.above + r.size), 0)::bigint
$function$;

CREATE OR REPLACE FUNCTION ledger.post_beside(p_company uuid, p_entries jsonb, p_leaves boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  beside record;
begin
  begin
    insert into ledger.journal_entry_tag (company_id, journal_entry_id, tag_id, weight)
    select p_company, e.id, t.tag_id, t.weight
    from jsonb_to_recordset(p_entries) as e (id uuid, tags jsonb)
    cross join lateral jsonb_to_recordset(e.tags) as t (line integer, tag_id uuid, weight numeric)
    where t.line is null;
    insert into ledger.journal_entry_item_tag (company_id, journal_entry_id, line, tag_id, weight)
    select p_company, e.id, t.line, t.tag_id, t.weight
    from jsonb_to_recordset(p_entries) as e (id uuid, tags jsonb)
    cross join lateral jsonb_to_recordset(e.tags) as t (line integer, tag_id uuid, weight numeric)
    where t.line is not null;
  exception when foreign_key_violation then
    raise exception 'a tag does not exist, or belongs to another company' using errcode = 'GB052';
  end;
  for beside in
    select e.id as entry, e.upload_id as upload, e.registered_at
    from jsonb_to_recordset(p_entries) as e (id uuid, upload_id uuid, registered_at timestamptz)
    where e.upload_id is not null
    order by e.upload_id
  loop
    perform documents.connect_upload(p_company, beside.upload, beside.entry, beside.registered_at);
  end loop;
  if p_leaves then
    perform platform.leave_events(p_company, jsonb_agg(jsonb_build_object(
      'company_id', p_company, 'kind', 'upload.connected', 'resource_id', e.upload_id, 'happened_at', e.registered_at,
      'actor_kind', e.actor_kind, 'actor_id', e.actor_id, 'actor_name', e.actor_name) order by e.place))
    from rows from (jsonb_to_recordset(p_entries) as (
      upload_id text, registered_at timestamptz, actor_kind text, actor_id uuid, actor_name text)) with ordinality
      as e (upload_id, registered_at, actor_kind, actor_id, actor_name, place)
    where e.upload_id is not null
    having count(*) > 0;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION ledger.post_columns(p_company uuid, p_version uuid, p_origin text, p_registered_at timestamp with time zone, p_actor_kind text, p_actor_id uuid, p_actor_name text, p_years uuid[], p_series text[], p_counts integer[], p_ids uuid[], p_numbers bigint[], p_dates date[], p_titles text[], p_source_days date[], p_source_signs text[], p_digests bytea, p_items jsonb, p_item_entries integer[], p_lines integer[], p_accounts integer[], p_debits bigint[], p_credits bigint[], p_texts text[], p_quantities numeric[], p_tag_entries integer[], p_tag_lines integer[], p_tags uuid[])
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  total constant integer := cardinality(p_ids);
  is_behind boolean;
  first_registration bigint;
  last_number bigint;
  last_hash bytea;
  place integer := 0;
  of_years uuid[] := '{}';
  of_series text[] := '{}';
  hashes bytea[] := '{}';
begin
  select b.day_balances_to < b.entry_count into is_behind from ledger.book b
  where b.company_id = p_company and b.version = p_version for no key update;
  if not found then
    return null;
  end if;
  -- Brings the day balances up to date; they are then extended from the columns.
  if is_behind then
    perform ledger.keep_day_balances(p_company);
  end if;
  update ledger.book b set entry_count = b.entry_count + total where b.company_id = p_company
  returning b.entry_count - total + 1 into first_registration;

  for own in 1..cardinality(p_counts) loop
    select s.last_number, s.last_hash into last_number, last_hash from ledger.series s
    where s.company_id = p_company and s.fiscal_year_id = p_years[own] and s.series = p_series[own];
    if not found then
      last_number := 0;
      last_hash := decode(repeat('00', 32), 'hex');
    end if;
    for one in 1..p_counts[own] loop
      last_hash := sha256(last_hash || substring(p_digests from 32 * place + 1 for 32)
        || int8send(first_registration + place) || int8send(p_numbers[place + 1]));
      last_number := greatest(last_number, p_numbers[place + 1]);
      hashes := hashes || last_hash;
      place := place + 1;
    end loop;
    of_years := of_years || array_fill(p_years[own], array[p_counts[own]]);
    of_series := of_series || array_fill(p_series[own], array[p_counts[own]]);
    insert into ledger.series as s (company_id, fiscal_year_id, series, last_number, last_hash)
    values (p_company, p_years[own], p_series[own], last_number, last_hash)
    on conflict (company_id, fiscal_year_id, series)
    do update set last_number = excluded.last_number, last_hash = excluded.last_hash;
  end loop;

  insert into ledger.journal_entry (
    company_id, id, fiscal_year_id, series, number, registration, date, title, origin, items, item_count,
    registered_at, actor_kind, actor_id, actor_name, source_registered_on, source_sign, content_digest, chain_hash)
  select p_company, e.id, e.fiscal_year_id, e.series, e.number, first_registration + e.place - 1, e.date, e.title,
    p_origin, e.items, jsonb_array_length(e.items), p_registered_at, p_actor_kind, p_actor_id, p_actor_name,
    e.source_day, e.source_sign, substring(p_digests from 32 * e.place::integer - 31 for 32), e.hash
  from rows from (
    unnest(p_ids), unnest(of_years), unnest(of_series), unnest(p_numbers), unnest(p_dates), unnest(p_titles),
    unnest(p_source_days), unnest(p_source_signs), unnest(hashes), jsonb_array_elements(p_items)
  ) with ordinality as e (
    id, fiscal_year_id, series, number, date, title, source_day, source_sign, hash, items, place);

  insert into ledger.journal_entry_item (company_id, journal_entry_id, line, account, debit, credit, text, quantity)
  select p_company, p_ids[i.entry], i.line, i.account, i.debit, i.credit, i.text, i.quantity
  from unnest(p_item_entries, p_lines, p_accounts, p_debits, p_credits, p_texts, p_quantities) as i (
    entry, line, account, debit, credit, text, quantity);

  if cardinality(p_tags) > 0 then
    insert into ledger.journal_entry_item_tag (company_id, journal_entry_id, line, tag_id, weight)
    select p_company, p_ids[t.entry], t.line, t.tag_id, 1
    from unnest(p_tag_entries, p_tag_lines, p_tags) as t (entry, line, tag_id);
  end if;

  insert into ledger.day_balance as balance (company_id, day, account, debit, credit)
  select p_company, p_dates[i.entry], i.account, sum(i.debit), sum(i.credit)
  from unnest(p_item_entries, p_accounts, p_debits, p_credits) as i (entry, account, debit, credit)
  group by 2, 3
  order by 2, 3
  on conflict (company_id, day, account)
  do update set debit = balance.debit + excluded.debit, credit = balance.credit + excluded.credit;
  update ledger.book b set day_balances_to = b.entry_count where b.company_id = p_company;
  return first_registration;
end $function$;

CREATE OR REPLACE FUNCTION ledger.post_entries(p_groups jsonb, p_leaves boolean, p_passes boolean)
 RETURNS TABLE(company_id uuid, id uuid, number bigint, registration bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  -- The current group.
  own jsonb;
  company uuid;
  own_entries jsonb;
  total integer;
  first_registration bigint;
  last_number bigint;
  last_hash bytea;
  entry jsonb;
  own_number bigint;
  place integer;
  -- The groups that are booked.
  companies uuid[] := '{}';
  years uuid[] := '{}';
  all_series text[] := '{}';
  last_numbers bigint[] := '{}';
  last_hashes bytea[] := '{}';
  -- The difference between an event's number and its entry's registration, per company.
  told uuid[] := '{}';
  ahead bigint[] := '{}';
  beside jsonb := '[]';
  due uuid[] := '{}';
  -- Their entries.
  entries jsonb;
  of_companies uuid[] := '{}';
  of_years uuid[] := '{}';
  of_series text[] := '{}';
  numbers bigint[] := '{}';
  registrations bigint[] := '{}';
  hashes bytea[] := '{}';
  has_beside boolean;
  -- The number of entries after which the day balances are brought up to date.
  kept_every constant bigint := 500;
begin
  for own in select value from jsonb_array_elements(p_groups) loop
    company := (own->>'company_id')::uuid;
    own_entries := own->'entries';
    total := jsonb_array_length(own_entries);
    if p_passes then
      perform from ledger.book b where b.company_id = company for no key update skip locked;
      continue when not found;
    end if;
    update ledger.book set entry_count = entry_count + total
    where company_id = company and version = (own->>'version')::uuid
    returning entry_count - total + 1 into first_registration;
    continue when not found;

    select s.last_number, s.last_hash into last_number, last_hash from ledger.series s
    where s.company_id = company and s.fiscal_year_id = (own->>'fiscal_year_id')::uuid and s.series = own->>'series';
    if not found then
      last_number := 0;
      last_hash := decode(repeat('00', 32), 'hex');
    end if;

    has_beside := false;
    place := 0;
    for entry in select value from jsonb_array_elements(own_entries) loop
      own_number := coalesce((entry->>'number')::bigint, last_number + 1);
      last_number := greatest(last_number, own_number);
      last_hash := sha256(last_hash || decode(entry->>'digest', 'hex')
        || int8send(first_registration + place) || int8send(own_number));
      numbers := numbers || own_number;
      hashes := hashes || last_hash;
      registrations := registrations || (first_registration + place);
      has_beside := has_beside or entry ? 'tags' or entry ? 'upload_id';
      place := place + 1;
    end loop;

    entries := case when entries is null then own_entries else entries || own_entries end;
    of_companies := of_companies || array_fill(company, array[total]);
    of_years := of_years || array_fill((own->>'fiscal_year_id')::uuid, array[total]);
    of_series := of_series || array_fill(own->>'series', array[total]);
    companies := companies || company;
    years := years || (own->>'fiscal_year_id')::uuid;
    all_series := all_series || (own->>'series');
    last_numbers := last_numbers || last_number;
    last_hashes := last_hashes || last_hash;
    if has_beside then
      beside := beside || own;
    end if;
    if p_leaves then
      ahead := ahead || (platform.count_events(company, total) - first_registration);
      told := told || company;
    end if;
    if (first_registration + total - 1) / kept_every > (first_registration - 1) / kept_every then
      due := due || company;
    end if;
  end loop;
  if entries is null then
    return;
  end if;

  -- Entries and events in one statement, so that the JSON of the entries is only parsed once.
  with booked as (
    insert into ledger.journal_entry (
      company_id, id, fiscal_year_id, series, number, registration, date, title, origin, reverses_id, items, item_count,
      registered_at, actor_kind, actor_id, actor_name, source_registered_on, source_sign, content_digest, chain_hash)
    select e.company_id, e.id, e.fiscal_year_id, e.series, e.own_number, e.registration, e.date, e.title,
      e.origin, e.reverses_id, e.items, jsonb_array_length(e.items), e.registered_at, e.actor_kind, e.actor_id,
      e.actor_name, e.source_registered_on, e.source_sign, decode(e.digest, 'hex'), e.hash
    from rows from (
      jsonb_to_recordset(entries) as (
        id uuid, date date, title text, origin text, reverses_id uuid, items jsonb, registered_at timestamptz,
        actor_kind text, actor_id uuid, actor_name text, source_registered_on date, source_sign text, digest text),
      unnest(of_companies), unnest(of_years), unnest(of_series), unnest(numbers), unnest(registrations), unnest(hashes)
    ) as e (
      id, date, title, origin, reverses_id, items, registered_at, actor_kind, actor_id, actor_name,
      source_registered_on, source_sign, digest, company_id, fiscal_year_id, series, own_number, registration, hash)
    returning company_id, id, registration, registered_at, actor_kind, actor_id, actor_name)
  insert into platform.event (
    tenant_id, number, company_id, kind, resource_id, happened_at, actor_kind, actor_id, actor_name)
  select e.company_id, e.registration + t.ahead, e.company_id, 'journal-entry.booked', e.id::text,
    e.registered_at, e.actor_kind, e.actor_id, e.actor_name
  from booked e join (select distinct on (1) * from unnest(told, ahead) as t (company_id, ahead)) t using (company_id);

  insert into ledger.journal_entry_item (
    company_id, journal_entry_id, line, account, debit, credit, text, quantity, vat_code, vat_apart)
  select e.company_id, e.id, i.line, i.account, i.debit, i.credit, i.text, i.quantity, i."vatCode", i."vatApart"
  from rows from (jsonb_to_recordset(entries) as (id uuid, items jsonb), unnest(of_companies))
    as e (id, items, company_id)
  cross join lateral jsonb_to_recordset(e.items) as i (
    line integer, account integer, debit bigint, credit bigint, text text, quantity numeric, "vatCode" text,
    "vatApart" boolean);

  for own in select value from jsonb_array_elements(beside) loop
    perform ledger.post_beside((own->>'company_id')::uuid, own->'entries', p_leaves);
  end loop;

  insert into ledger.series (company_id, fiscal_year_id, series, last_number, last_hash)
  select * from unnest(companies, years, all_series, last_numbers, last_hashes)
  on conflict (company_id, fiscal_year_id, series)
  do update set last_number = excluded.last_number, last_hash = excluded.last_hash;

  foreach company in array due loop
    perform ledger.keep_day_balances(company);
  end loop;

  return query
    select e.company_id, e.id, e.own_number, e.registration
    from rows from (
      jsonb_to_recordset(entries) as (id uuid), unnest(of_companies), unnest(numbers), unnest(registrations))
      as e (id, company_id, own_number, registration);
end $function$;

CREATE OR REPLACE FUNCTION ledger.refuse_lost_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'accounts are never removed or renumbered' using errcode = 'GB007';
end $function$;

CREATE OR REPLACE FUNCTION ledger.refuse_moved_currency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.entry_count > 0 then
    raise exception 'the books have entries in %: their currency cannot be changed', old.accounting_currency
      using errcode = 'GB015';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION ledger.refuse_moved_year()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.company_id = old.company_id and new.id = old.id
    and new.start_date = old.start_date and new.end_date = old.end_date
    and new.closed_at is null and new.closed_by is null and old.removed_at is null
    and exists (
      select from ledger.fiscal_year_reopening r
      where r.company_id = old.company_id and r.fiscal_year_id = old.id
        and r.closed_at = old.closed_at and r.reopened_at = new.reopened_at)
  then
    return new;
  end if;
  raise exception 'the days of a fiscal year cannot be changed, and a closed year is reopened only with a reason'
    using errcode = 'GB008';
end $function$;

CREATE OR REPLACE FUNCTION ledger.refuse_tag_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'tags of entries can be removed and added, but not changed' using errcode = 'GB052';
end $function$;

CREATE OR REPLACE FUNCTION ledger.refuse_unless_removing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from ledger.removed_year r
    where r.removed_xid = pg_current_xact_id() and ledger.is_written_here(r.xmin))
  then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.remove_entries(p_company uuid, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  going uuid[];
begin
  select array_agg(x.id) into going from (
    select e.id from ledger.journal_entry e
    where e.company_id = p_company and e.fiscal_year_id in (
        select r.fiscal_year_id from ledger.removed_year r where r.company_id = p_company)
      and not exists (
        select from ledger.kept_entry k
        where k.company_id = p_company and k.journal_entry_id = e.id and k.removed_with is null)
    order by e.registration desc limit p_limit) x;
  perform documents.remove_uploads(p_company, going);
  delete from ledger.journal_entry_item_tag t where t.company_id = p_company and t.journal_entry_id = any (going);
  delete from ledger.journal_entry_tag t where t.company_id = p_company and t.journal_entry_id = any (going);
  delete from ledger.journal_entry_tags_set t where t.company_id = p_company and t.journal_entry_id = any (going);
  delete from ledger.journal_entry_comment c where c.company_id = p_company and c.journal_entry_id = any (going);
  delete from ledger.journal_entry_item i where i.company_id = p_company and i.journal_entry_id = any (going);
  delete from ledger.journal_entry e where e.company_id = p_company and e.id = any (going);
  return coalesce(cardinality(going), 0);
end $function$;

CREATE OR REPLACE FUNCTION ledger.removed_year_text(p_year jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET "TimeZone" TO 'UTC'
 SET bytea_output TO 'hex'
 SET "DateStyle" TO 'ISO'
AS $function$
  select concat_ws(E'\n', 'Grundbok removed year 1', (p_year - array['seal', 'removed_xid'])::text,
    (select string_agg(concat_ws(' ', 'series', s.last_number, encode(s.last_hash, 'hex'), s.series), E'\n'
        order by s.series collate "C")
      from ledger.series s where s.company_id = y.company and s.fiscal_year_id = y.year),
    (select string_agg(concat_ws(' ', 'opening', o.revision, o.account, o.amount), E'\n' order by o.revision, o.account)
      from ledger.opening_balance o where o.company_id = y.company and o.fiscal_year_id = y.year),
    (select string_agg(concat_ws(' ', 'month', m.month, m.account, m.debit, m.credit), E'\n'
        order by m.month, m.account)
      from ledger.month_balance m where m.company_id = y.company and m.fiscal_year_id = y.year),
    (select string_agg(concat_ws(' ', 'kept', k.registration, k.journal_entry_id, encode(k.content_digest, 'hex'),
          encode(k.chain_hash, 'hex'), encode(k.previous_hash, 'hex')), E'\n' order by k.registration)
      from ledger.kept_entry k where k.company_id = y.company and k.fiscal_year_id = y.year),
    (select string_agg(concat_ws(' ', 'numbers', n.series, n.numbers), E'\n' order by n.series collate "C")
      from ledger.removed_number n where n.company_id = y.company and n.fiscal_year_id = y.year))
  from (select (p_year ->> 'company_id')::uuid as company, (p_year ->> 'fiscal_year_id')::uuid as year) y
$function$;

CREATE OR REPLACE FUNCTION ledger.renew_own_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := gen_random_uuid();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION ledger.renew_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update ledger.book set version = gen_random_uuid()
  where company_id = any (array(select distinct company_id from changed));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.witness_closed_years()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  wrong record;
begin
  if tg_op = 'INSERT' then
    select c.id, y.id as other into wrong
    from changed c
    cross join lateral (
      select y.id, y.start_date, y.closed_at is not null as closed from ledger.fiscal_year y
      where y.company_id = c.company_id offset 0
    ) y
    where c.closed_at is not null and not y.closed and y.start_date < c.start_date
      or y.closed and y.start_date > c.end_date and not exists (
        select from ledger.fiscal_year b
        where b.company_id = c.company_id and b.opening_stored and b.start_date > c.end_date
          and b.start_date <= y.start_date)
    limit 1;
  else
    select c.id, y.id as other into wrong
    from changed c
    join before o on o.company_id = c.company_id and o.id = c.id and (o.closed_at is null) <> (c.closed_at is null)
    cross join lateral (
      select y.id, y.start_date, y.closed_at is not null as closed from ledger.fiscal_year y
      where y.company_id = c.company_id offset 0
    ) y
    where c.closed_at is not null and not y.closed and y.start_date < c.start_date
      or c.closed_at is null and y.closed and y.start_date > c.start_date
    limit 1;
  end if;
  if found then
    raise exception 'the fiscal year % is out of order with %: years are closed from the first on and opened again '
      'from the last on, and none is added before a closed one that would carry on from it', wrong.id, wrong.other
      using errcode = 'GB011';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.witness_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  wrong record;
begin
  -- Years, accounts and the lock date are changed under this lock too. Without it an entry inserted manually could
  -- bypass a concurrent closing of its year.
  perform from (select distinct company_id from booked) e
  cross join lateral (
    select from ledger.book b where b.company_id = e.company_id offset 0 for no key update
  ) b;
  select e.id, e.date into wrong
  from booked e
  cross join lateral (
    select b.lock_date, b.vat_lock_date from ledger.book b where b.company_id = e.company_id offset 0
  ) b
  cross join lateral (
    select y.start_date, y.end_date, y.closed_at from ledger.fiscal_year y
    where y.company_id = e.company_id and y.id = e.fiscal_year_id offset 0
  ) y
  where e.date not between y.start_date and y.end_date or y.closed_at is not null or e.date <= b.lock_date
    or e.date <= b.vat_lock_date and ledger.changes_vat(e.company_id, e.items)
  limit 1;
  if found then
    raise exception 'entry % of % is outside its fiscal year, or its year or day is closed', wrong.id, wrong.date
      using errcode = 'GB006';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.witness_entry_has_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from ledger.journal_entry_item where company_id = new.company_id and journal_entry_id = new.id limit 1;
  if not found then
    raise exception 'entry % has no items', new.id using errcode = 'GB003';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.witness_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  wrong record;
begin
  select i.id, i.debit, i.credit, s.late
  into wrong
  from (
    select company_id, journal_entry_id as id, count(*) as items, max(line) as last_line, sum(debit) as debit,
      sum(credit) as credit
    from booked group by company_id, journal_entry_id
  ) i
  left join lateral (
    select e.registered_xid, e.item_count from ledger.journal_entry e
    where e.company_id = i.company_id and e.id = i.id offset 0
  ) e on true
  cross join lateral (
    select e.item_count is null or e.registered_xid <> pg_current_xact_id() or e.item_count <> i.items
      or e.item_count <> i.last_line as late
  ) s
  where s.late or i.debit <> i.credit
  limit 1;
  if found and wrong.late then
    raise exception 'the items of entry % must be booked together with it, once', wrong.id using errcode = 'GB005';
  elsif found then
    raise exception 'entry % does not balance: debit %, credit %', wrong.id, wrong.debit, wrong.credit
      using errcode = 'GB002';
  end if;

  select i.account into wrong
  from (select distinct company_id, account from booked) i
  left join lateral (
    select true as known from ledger.account a where a.company_id = i.company_id and a.number = i.account offset 0
  ) a on true
  where a.known is null
  limit 1;
  if found then
    raise exception 'account % is not in this company''s chart', wrong.account using errcode = 'GB004';
  end if;

  insert into ledger.month_balance as balance (company_id, fiscal_year_id, account, month, debit, credit)
  select i.company_id, e.fiscal_year_id, i.account, date_trunc('month', e.date)::date, sum(i.debit), sum(i.credit)
  from (
    select company_id, journal_entry_id, account, sum(debit) as debit, sum(credit) as credit
    from booked group by company_id, journal_entry_id, account
  ) i
  cross join lateral (
    select e.fiscal_year_id, e.date from ledger.journal_entry e
    where e.company_id = i.company_id and e.id = i.journal_entry_id offset 0
  ) e
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (company_id, fiscal_year_id, account, month)
  do update set debit = balance.debit + excluded.debit, credit = balance.credit + excluded.credit;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.witness_opening_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from (select distinct company_id, fiscal_year_id, revision from added) a
  join ledger.fiscal_year y on y.company_id = a.company_id and y.id = a.fiscal_year_id
  where a.revision <> y.opening_revision + 1;
  if found then
    raise exception 'opening balances can only be added with the next revision of their year' using errcode = 'GB009';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.witness_opening_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.opening_revision <> old.opening_revision + 1 or old.closed_at is not null
    or exists (select from ledger.book b where b.company_id = new.company_id and b.lock_date >= new.start_date)
  then
    raise exception 'the opening balances of year % cannot be changed', new.id using errcode = 'GB009';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION ledger.witness_removal_is_whole()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from ledger.journal_entry e
  join ledger.removed_year r on r.company_id = e.company_id and r.fiscal_year_id = e.fiscal_year_id
  left join ledger.kept_entry k
    on k.company_id = e.company_id and k.journal_entry_id = e.id and k.removed_with is null
  where e.company_id = new.company_id and k.journal_entry_id is null;
  if found or exists (
      select from ledger.kept_entry k
      where k.company_id = new.company_id and k.removed_with is null and not exists (
        select from ledger.journal_entry e where e.company_id = k.company_id and e.id = k.journal_entry_id))
    or exists (
      select from ledger.fiscal_year y
      where y.company_id = new.company_id and y.id = new.fiscal_year_id and y.removed_at is null)
  then
    raise exception 'fiscal year % can only be removed as a whole', new.fiscal_year_id using errcode = 'GB010';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.witness_removed_year()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  year ledger.fiscal_year;
begin
  select * into year from ledger.fiscal_year y
  where y.company_id = new.company_id and y.id = new.fiscal_year_id for no key update;
  if year.id is null or year.closed_at is null or year.removed_at is not null
    or (new.start_date, new.end_date) is distinct from (year.start_date, year.end_date)
    or make_date(extract(year from year.end_date)::integer + 7, 12, 31) >= current_date
    or exists (
      select from ledger.fiscal_year y
      where y.company_id = new.company_id and y.start_date < year.start_date and y.removed_at is null)
  then
    raise exception 'fiscal year % must be retained', new.fiscal_year_id using errcode = 'GB010';
  end if;
  new.removed_xid := pg_current_xact_id();
  select coalesce(max(r.number), 0) + 1 into new.number from ledger.removed_year r where r.company_id = new.company_id;
  select r.seal into new.previous from ledger.removed_year r
  where r.company_id = new.company_id and r.number = new.number - 1;
  new.seal := sha256(convert_to(ledger.removed_year_text(to_jsonb(new)), 'UTF8'));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION ledger.witness_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  wrong record;
begin
  select e.journal_entry_id as entry, w.tag_group_id as group, w.weight into wrong
  from (select distinct company_id, journal_entry_id from added) e
  cross join lateral (
    select t.tag_group_id, sum(u.weight) as weight
    from (
      select i.line, i.tag_id, i.weight from ledger.journal_entry_item_tag i
      where i.company_id = e.company_id and i.journal_entry_id = e.journal_entry_id
      union all
      select 0, o.tag_id, o.weight from ledger.journal_entry_tag o
      where o.company_id = e.company_id and o.journal_entry_id = e.journal_entry_id
    ) u
    cross join lateral (
      select t.tag_group_id from ledger.tag t where t.company_id = e.company_id and t.id = u.tag_id offset 0
    ) t
    group by u.line, t.tag_group_id having sum(u.weight) > 1
    limit 1
  ) w
  limit 1;
  if found then
    raise exception 'the tags of entry % have a total weight of % in group %', wrong.entry, wrong.weight, wrong.group
      using errcode = 'GB052';
  end if;

  select e.journal_entry_id as entry into wrong
  from (select distinct company_id, journal_entry_id from added) e
  where exists (
      select from ledger.journal_entry_tag o
      where o.company_id = e.company_id and o.journal_entry_id = e.journal_entry_id)
    and exists (
      select from ledger.journal_entry_item_tag i
      where i.company_id = e.company_id and i.journal_entry_id = e.journal_entry_id)
  limit 1;
  if found then
    raise exception 'entry % has tags of its own and tags of its items', wrong.entry using errcode = 'GB052';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.witness_year_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.removed_at is null and ledger.is_going(new.company_id, new.id) then
    return new;
  end if;
  raise exception 'fiscal year % must be removed together with its rows, and only once', old.id using errcode = 'GB010';
end $function$;

CREATE OR REPLACE FUNCTION platform.add_count(p_company_id uuid, p_list text, p_rows bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into platform.row_count (company_id, list, id, rows) values (p_company_id, p_list, gen_random_uuid(), p_rows);
  if random() < 1.0 / 64 then
    perform platform.sum_counts(p_company_id, p_list);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION platform.chain_witness()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  waiting constant text := coalesce(current_setting('grundbok.chains', true), '');
  last platform.witness_head;
begin
  if waiting <> '' then
    if position(' ' in waiting) > 0 then
      insert into platform.witness_head (chain_id)
      select c::uuid from string_to_table(waiting, ' ') c order by 1 on conflict do nothing;
      perform from platform.witness_head h
      where h.chain_id = any (string_to_array(waiting, ' ')::uuid[]) order by h.chain_id for update;
    end if;
    perform set_config('grundbok.chains', '', true);
  end if;
  loop
    update platform.witness_head h set number = h.number + 1,
      link = sha256(h.link || int8send(h.number + 1) || sha256(convert_to(
        platform.witness_text(new.what, s.columns, new.witnessed_at, new.rows, new.digests), 'UTF8')))
    from platform.witness_shape s
    where h.chain_id = new.chain_id and s.id = new.shape
    returning h.* into last;
    exit when found;
    insert into platform.witness_head (chain_id) values (new.chain_id) on conflict do nothing;
  end loop;
  update platform.witness w set number = last.number, link = last.link where w.id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION platform.claim_free_keys(p_claims jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  claim record;
begin
  for claim in
    select * from jsonb_to_recordset(p_claims) as c (scope uuid, actor uuid, key text, since timestamptz)
  loop
    if not pg_try_advisory_xact_lock(hashtextextended(claim.scope::text || claim.actor::text || claim.key, 0)) then
      raise exception 'the idempotency key is in use' using errcode = 'GB901';
    end if;
    -- Separate statements, which see replies stored before the lock was granted.
    perform from platform.idempotency_key o
    where o.scope_id = claim.scope and o.actor_id = claim.actor and o.key = claim.key and o.created_at > claim.since;
    if found then
      raise exception 'the idempotency key already has an answer' using errcode = 'GB901';
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION platform.claim_keys(p_claims jsonb)
 RETURNS TABLE(place integer, state text, status smallint, headers jsonb, sealed_body bytea, request_digest bytea, sealed_digest_key bytea)
 LANGUAGE plpgsql
AS $function$
declare
  had boolean[];
  claim record;
  kept record;
begin
  select array_agg(pg_try_advisory_xact_lock(hashtextextended(c.scope::text || c.actor::text || c.key, 0))
    order by c.place) into had
  from rows from (jsonb_to_recordset(p_claims) as (scope uuid, actor uuid, key text)) with ordinality
    as c (scope, actor, key, place);
  -- Separate statements, which see replies stored while the locks were tried.
  for claim in
    select * from rows from (
      jsonb_to_recordset(p_claims) as (scope uuid, actor uuid, key text, digests text[], since timestamptz))
      with ordinality as c (scope, actor, key, digests, since, place)
    order by c.place
  loop
    select o.* into kept from platform.idempotency_key o
    where o.scope_id = claim.scope and o.actor_id = claim.actor and o.key = claim.key and o.created_at > claim.since;
    place := claim.place;
    state := case when not had[claim.place] then 'running' when kept.key is null then 'free'
      when encode(kept.request_digest, 'hex') = any(claim.digests) then 'done' else 'reused' end;
    status := kept.status;
    headers := kept.headers;
    sealed_body := kept.sealed_body;
    request_digest := kept.request_digest;
    sealed_digest_key := kept.sealed_digest_key;
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION platform.count_events(p_tenant uuid, p_count integer)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  last bigint;
begin
  update platform.event_counter set last_number = last_number + p_count where tenant_id = p_tenant and ended_at is null
  returning last_number into last;
  if not found then
    insert into platform.event_counter as c (tenant_id, last_number) values (p_tenant, p_count)
    on conflict (tenant_id) do update set last_number = c.last_number + p_count where c.ended_at is null
    returning last_number into last;
    if not found then
      raise exception 'the company or agency % was removed', p_tenant using errcode = 'GB013';
    end if;
  end if;
  return last - p_count + 1;
end $function$;

CREATE OR REPLACE FUNCTION platform.count_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform platform.add_count(c.company_id, tg_argv[0], case tg_op when 'DELETE' then -c.rows else c.rows end)
  from (select r.company_id, count(*) as rows from changed r group by r.company_id) c;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION platform.is_personal_number(p_text text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select p_text ~ '^(\d{2})?\d{2}[01]\d{3}[-+]?\d{4}$'
$function$;

CREATE OR REPLACE FUNCTION platform.is_seen(p_text text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select p_text !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
$function$;

CREATE OR REPLACE FUNCTION platform.keep_answers(p_answers jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into platform.idempotency_key as kept
    (scope_id, actor_id, key, request_digest, status, headers, sealed_body, created_at)
  select scope, actor, key, decode(digest, 'hex'), status, headers, decode(sealed, 'base64'), now
  from jsonb_to_recordset(p_answers) as answer (
    scope uuid, actor uuid, key text, digest text, status smallint, headers jsonb, sealed text, now timestamptz)
  on conflict (scope_id, actor_id, key) do update set
    request_digest = excluded.request_digest, status = excluded.status, headers = excluded.headers,
    sealed_body = excluded.sealed_body, sealed_digest_key = null, created_at = excluded.created_at;
end $function$;

CREATE OR REPLACE FUNCTION platform.keep_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.id is null then
    return old;
  end if;
  raise exception 'rows of the processing history are never changed or removed' using errcode = 'GB001';
end $function$;

CREATE OR REPLACE FUNCTION platform.keep_witness()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  linked platform.witness;
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    linked := old;
    linked.number := new.number;
    linked.link := new.link;
    if old.number is null and new is not distinct from linked then
      return new;
    end if;
  end if;
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
end $function$;

CREATE OR REPLACE FUNCTION platform.leave_events(p_tenant uuid, p_events jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  first_number constant bigint := platform.count_events(p_tenant, jsonb_array_length(p_events));
begin
  insert into platform.event (tenant_id, number, company_id, agency_id, kind, resource_id, of_id, happened_at,
    actor_kind, actor_id, actor_name, id, from_address, detail, owner_id)
  select p_tenant, first_number + place - 1, e.company_id, e.agency_id, e.kind, e.resource_id, e.of_id, e.happened_at,
    e.actor_kind, e.actor_id, e.actor_name, e.id, e.from_address, e.detail, e.owner_id
  from rows from (jsonb_to_recordset(p_events) as (
    company_id uuid, agency_id uuid, kind text, resource_id text, of_id text, happened_at timestamptz,
    actor_kind text, actor_id uuid, actor_name text, id uuid, from_address text, detail jsonb,
    owner_id uuid)) with ordinality as e (
    company_id, agency_id, kind, resource_id, of_id, happened_at,
    actor_kind, actor_id, actor_name, id, from_address, detail, owner_id, place);
end $function$;

CREATE OR REPLACE FUNCTION platform.name_of(p_table regclass)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = p_table
$function$;

CREATE OR REPLACE FUNCTION platform.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
end $function$;

CREATE OR REPLACE FUNCTION platform.renew_shape(p_table regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  own_name constant text := platform.name_of(p_table);
  left_out text[];
  names text[];
begin
  select w.apart into left_out from platform.witnessed w where w.what = own_name;
  if not found then
    return;
  end if;
  names := array(
    select a.attname::text from pg_attribute a
    where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped and a.attname::text <> all (left_out)
    order by a.attname::text collate "C");
  insert into platform.witness_shape (what, columns) values (own_name, names) on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION platform.shape_of(p_what text, p_content jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  names text[];
  found_id integer;
begin
  -- A single statement, since the shape almost always exists.
  select s.id into found_id from platform.witness_shape s where s.what = p_what
    and s.columns = array(select k from jsonb_object_keys(p_content) k order by k collate "C");
  if found_id is null then
    names := array(select k from jsonb_object_keys(p_content) k order by k collate "C");
    insert into platform.witness_shape (what, columns) values (p_what, names) on conflict do nothing;
    select s.id into found_id from platform.witness_shape s where s.what = p_what and s.columns = names;
  end if;
  return found_id;
end $function$;

CREATE OR REPLACE FUNCTION platform.sum_counts(p_company_id uuid, p_list text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  total bigint;
begin
  with held as materialized (
    select c.id from platform.row_count c where c.company_id = p_company_id and c.list = p_list
    for update skip locked
  ), gone as (
    delete from platform.row_count c using held h
    where c.company_id = p_company_id and c.list = p_list and c.id = h.id
    returning c.rows
  )
  select sum(g.rows) into total from gone g;
  if total is not null then
    insert into platform.row_count (company_id, list, id, rows) values (p_company_id, p_list, gen_random_uuid(), total);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION platform.witness_again(p_table regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  own_name constant text := platform.name_of(p_table);
begin
  perform platform.renew_shape(p_table);
  update platform.witnessed set is_walked = false, walked_to = null where what = own_name;
end $function$;

CREATE OR REPLACE FUNCTION platform.witness_contents(p_what text, p_now jsonb[], p_before jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET bytea_output TO 'hex'
 SET "DateStyle" TO 'ISO'
 SET "IntervalStyle" TO 'postgres'
AS $function$
declare
  kind platform.witnessed;
  own_chain text;
  own_row text;
  own_content jsonb;
  -- The chains for which this transaction has witnesses, each once.
  waiting constant text := coalesce(current_setting('grundbok.chains', true), '');
  chains text;
begin
  if coalesce(cardinality(p_now), 0) + coalesce(cardinality(p_before), 0) = 0 then
    return;
  end if;
  select * into strict kind from platform.witnessed w where w.what = p_what;
  -- Usually there is one row, for which the statement below would take twice as long.
  if cardinality(p_now) = 1 and coalesce(cardinality(p_before), 0) <= 1 then
    own_chain := platform.witnessed_chain(p_now[1], kind.chain);
    own_row := platform.witnessed_row(p_now[1], kind.key);
    own_content := p_now[1] - kind.apart;
    if coalesce(cardinality(p_before), 0) = 0
      or platform.witnessed_chain(p_before[1], kind.chain) = own_chain
        and platform.witnessed_row(p_before[1], kind.key) = own_row
    then
      if own_content::text is distinct from (p_before[1] - kind.apart)::text then
        insert into platform.witness (chain_id, what, shape, rows, digests)
        values (own_chain::uuid, p_what, platform.shape_of(p_what, own_content),
          array[own_row], array[sha256(convert_to(own_content::text, 'UTF8'))]);
        if position(own_chain in waiting) = 0 then
          perform set_config('grundbok.chains', concat_ws(' ', nullif(waiting, ''), own_chain), true);
        end if;
      end if;
      return;
    end if;
  end if;
  with contents as (
    select true as is_now, c - kind.apart as content, c as whole from unnest(p_now) c
    union all
    select false, c - kind.apart, c from unnest(p_before) c
  ), rows as (
    select is_now, content, sha256(convert_to(content::text, 'UTF8')) as digest,
      platform.witnessed_chain(whole, kind.chain)::uuid as chain, platform.witnessed_row(whole, kind.key) as row
    from contents
  ), changed as (
    select n.chain, n.row, n.digest from rows n
    where n.is_now
      and (n.chain, n.row, n.digest) not in (select b.chain, b.row, b.digest from rows b where not b.is_now)
    union all
    select b.chain, b.row, null from rows b
    where not b.is_now and (b.chain, b.row) not in (select n.chain, n.row from rows n where n.is_now)
  ), left_now as (
    insert into platform.witness (chain_id, what, shape, rows, digests)
    select chain, p_what, platform.shape_of(p_what, (select content from rows limit 1)),
      array_agg(row order by row), array_agg(digest order by row)
    from changed group by chain order by chain
    returning chain_id
  )
  select string_agg(chain_id::text, ' ') into chains from left_now where position(chain_id::text in waiting) = 0;
  if chains is not null then
    perform set_config('grundbok.chains', concat_ws(' ', nullif(waiting, ''), chains), true);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION platform.witness_digest(p_content jsonb, p_columns text[])
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select sha256(convert_to(
    (p_content - array(select k from jsonb_object_keys(p_content) k where k <> all (p_columns)))::text, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION platform.witness_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET bytea_output TO 'hex'
AS $function$
begin
  perform platform.witness_contents('platform.history', array[jsonb_build_object(
    'id', new.id, 'company_id', new.company_id, 'happened_at', new.happened_at, 'actor_kind', new.actor_kind,
    'actor_id', new.actor_id, 'actor_name', new.actor_name, 'what', new.kind, 'detail', new.detail,
    'agency_id', new.agency_id, 'from_address', new.from_address)], null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION platform.witness_next(p_limit integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET bytea_output TO 'hex'
AS $function$
declare
  kind platform.witnessed;
  names text;
  contents jsonb[];
begin
  select * into kind from platform.witnessed w where not w.is_walked order by w.what limit 1 for update;
  if not found then
    return null;
  end if;
  select string_agg(format('t.%I', k), ', ' order by at) into names from unnest(kind.key) with ordinality u (k, at);
  execute format('
    with batch as materialized (
      select t as whole from %s t where %s and (%s) order by %s limit %s for share
    ) select array_agg(to_jsonb(whole) order by %s) from batch b cross join lateral (select (b.whole).*) t',
    kind.what::regclass,
    case when kind.walked_to is null then 'true' else format('(%s) > (%s)', names,
      (select string_agg(quote_literal(v), ', ' order by at)
        from unnest(kind.walked_to) with ordinality u (v, at))) end,
    kind.due, names, p_limit, names) into contents;
  perform platform.witness_contents(kind.what, contents, null);
  update platform.witnessed w set is_walked = coalesce(cardinality(contents), 0) < p_limit,
    walked_to = (select array_agg(contents[cardinality(contents)] ->> k order by at)
      from unnest(w.key) with ordinality u (k, at))
  where w.what = kind.what;
  return kind.name;
end $function$;

CREATE OR REPLACE FUNCTION platform.witness_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET bytea_output TO 'hex'
AS $function$
begin
  perform platform.witness_contents(tg_table_schema || '.' || tg_table_name, array[to_jsonb(new)], null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION platform.witness_statement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET bytea_output TO 'hex'
AS $function$
declare
  what constant text := tg_table_schema || '.' || tg_table_name;
  due constant text := tg_argv[0];
  contents jsonb[];
  earlier jsonb[];
begin
  if tg_op <> 'DELETE' then
    select array_agg(c) into contents
    from (select to_jsonb(t) as c from changed t) x where due is null or c ->> due is not null;
  end if;
  if tg_op <> 'INSERT' then
    select array_agg(c) into earlier
    from (select to_jsonb(t) as c from before t) x where due is null or c ->> due is not null;
  end if;
  perform platform.witness_contents(what, contents, earlier);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION platform.witness_table(p_table regclass, p_name text, p_apart text[] DEFAULT '{}'::text[], p_chain text[] DEFAULT '{company_id}'::text[], p_due_column text DEFAULT NULL::text, p_due text DEFAULT 'true'::text, p_triggers boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  argument constant text := coalesce(quote_literal(p_due_column), '');
  action constant text := format('for each statement execute function platform.witness_statement(%s)', argument);
  what text;
  key text[];
  is_empty boolean;
begin
  select n.nspname || '.' || c.relname into what
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = p_table;
  select array_agg(a.attname::text order by k.at) into key
  from pg_index i cross join unnest(i.indkey) with ordinality k (number, at)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
  where i.indrelid = p_table and i.indisprimary;
  execute format('select not exists (select from %s)', p_table) into is_empty;
  insert into platform.witnessed (what, name, chain, key, apart, due, is_walked)
  values (what, p_name, p_chain, key, p_apart,
    case when p_due_column is null then p_due else format('t.%I is not null', p_due_column) end, is_empty);
  perform platform.renew_shape(p_table);
  if p_triggers then
    execute format('create trigger witnessed_when_added after insert on %s referencing new table as changed %s',
      p_table, action);
    execute format('create trigger witnessed_when_changed after update on %s '
      'referencing old table as before new table as changed %s', p_table, action);
    execute format('create trigger witnessed_when_removed after delete on %s referencing old table as before %s',
      p_table, action);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION platform.witness_text(p_what text, p_columns text[], p_at timestamp with time zone, p_rows text[], p_digests bytea[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return (
    select p_what || E'\n' || array_to_string(p_columns, ' ') || E'\n'
      || (extract(epoch from p_at) * 1000)::bigint || E'\n'
      || string_agg(coalesce(encode(d, 'hex'), '-') || ' ' || r, E'\n' order by at)
    from unnest(p_rows, p_digests) with ordinality u (r, d, at));
end $function$;

CREATE OR REPLACE FUNCTION platform.witnessed_chain(p_whole jsonb, p_chain text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return coalesce(p_whole ->> p_chain[1], p_whole ->> p_chain[2], p_whole ->> p_chain[3]);
end $function$;

CREATE OR REPLACE FUNCTION platform.witnessed_row(p_whole jsonb, p_key text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  name text;
  named text;
begin
  foreach name in array p_key loop
    if name <> 'company_id' then
      named := concat_ws(' ', named, p_whole ->> name);
    end if;
  end loop;
  return coalesce(named, '-');
end $function$;

CREATE OR REPLACE FUNCTION purchasing.add_advance_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update purchasing.advance a set used_ore = used_ore + new.ore, used_base_ore = used_base_ore + new.base_ore,
    modified_at = new.created_at
  where a.company_id = new.company_id and a.id = new.advance_id and a.used_ore + new.ore between 0 and a.ore;
  if not found then
    raise exception 'use % exceeds what is left of the advance', new.id using errcode = 'GB062';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION purchasing.add_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update purchasing.supplier_invoice i set paid_ore = paid_ore + new.ore, modified_at = new.created_at
    where i.company_id = new.company_id and i.id = new.supplier_invoice_id
      and i.recorded_at is not null and i.approved_at is not null and i.paid_ore = new.paid_before_ore
      and i.paid_ore + new.ore between least(i.total_ore, 0) and greatest(i.total_ore, 0);
  if not found then
    raise exception 'payment % exceeds what is unpaid, or its invoice is not recorded and approved', new.id
      using errcode = 'GB062';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION purchasing.advances_on(p_company_id uuid, p_day date, p_moment timestamp with time zone, p_supplier_id uuid)
 RETURNS TABLE(id uuid, party_id uuid, party_name text, number text, date date, currency text, total_ore bigint, rest_currency_ore bigint, amount_ore bigint, rest_ore bigint, account integer)
 LANGUAGE sql
 STABLE
AS $function$
  select a.id, a.supplier_id, s.name, coalesce(i.invoice_number, a.description), a.date, a.currency, a.ore,
    r.currency_ore, a.base_ore, r.ore, a.account
  from purchasing.advance a
  join purchasing.supplier s on s.company_id = a.company_id and s.id = a.supplier_id
  left join purchasing.supplier_invoice i on i.company_id = a.company_id and i.id = a.supplier_invoice_id
  cross join lateral (
    select coalesce(sum(u.ore), 0)::bigint as ore, coalesce(sum(u.base_ore), 0)::bigint as base
    from purchasing.advance_use u
    where u.company_id = a.company_id and u.advance_id = a.id and u.date <= p_day and u.created_at <= p_moment
  ) u
  cross join lateral (
    select case when a.supplier_invoice_id is null then a.ore else coalesce((
      select sum(p.ore) from purchasing.payment p
      where p.company_id = a.company_id and p.supplier_invoice_id = a.supplier_invoice_id and p.date <= p_day
        and p.created_at <= p_moment), 0) end as ore
  ) p
  cross join lateral (
    select (p.ore - u.ore)::bigint as currency_ore, (round(a.base_ore * p.ore / a.ore) - u.base)::bigint as ore
  ) r
  where a.company_id = p_company_id and a.date <= p_day and a.created_at <= p_moment
    and (p_supplier_id is null or a.supplier_id = p_supplier_id) and (r.currency_ore <> 0 or r.ore <> 0)
$function$;

CREATE OR REPLACE FUNCTION purchasing.days_of_supplier_invoice(i purchasing.supplier_invoice)
 RETURNS TABLE(days daterange, changed_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select daterange(
      least(i.invoice_date, p.first_day, e.date),
      case when i.recorded_at is null or i.paid_ore <> i.total_ore then null
        else greatest(i.invoice_date, p.last_day, e.date) end),
    greatest(i.modified_at, p.changed_at)
  from (
    select min(p.date) as first_day, max(p.date) as last_day, max(p.created_at) as changed_at
    from purchasing.payment p where p.company_id = i.company_id and p.supplier_invoice_id = i.id
  ) p
  left join ledger.journal_entry_view e on e.company_id = i.company_id and e.id = i.journal_entry_id
$function$;

CREATE OR REPLACE FUNCTION purchasing.debts_on(p_company_id uuid, p_day date, p_moment timestamp with time zone, p_registration bigint, p_supplier_id uuid)
 RETURNS TABLE(id uuid, party_id uuid, party_name text, number text, date date, due_date date, currency text, total_ore bigint, rest_currency_ore bigint, amount_ore bigint, paid_ore bigint, rest_ore bigint, account integer, booked_ore bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select i.id, i.supplier_id, s.name, i.invoice_number, i.invoice_date, i.due_date, i.currency, i.total_ore,
    (x.total - p.paid_currency)::bigint, x.amount, p.paid::bigint, (x.amount - p.paid)::bigint, i.payable_account,
    (case when b.is_booked then i.total_base_ore - p.paid_known else -p.paid_later end)::bigint
  from (
    select o.supplier_invoice_id from purchasing.open_days o
    where o.company_id = p_company_id and o.days @> p_day and not isempty(o.days)
    union
    select o.supplier_invoice_id from purchasing.open_days o
    where o.company_id = p_company_id and o.changed_at > p_moment
  ) o
  cross join lateral (
    select * from purchasing.supplier_invoice i where i.company_id = p_company_id and i.id = o.supplier_invoice_id
      and i.created_at <= p_moment and (p_supplier_id is null or i.supplier_id = p_supplier_id) offset 0
  ) i
  join purchasing.supplier s on s.company_id = i.company_id and s.id = i.supplier_id
  left join ledger.journal_entry_view e on e.company_id = i.company_id and e.id = i.journal_entry_id
  cross join lateral (
    select coalesce(e.date <= p_day and e.registration <= p_registration, false) as is_booked
  ) b
  cross join lateral (
    select coalesce(sum(p.ore), 0) as paid_currency, coalesce(sum(p.claim_base_ore), 0) as paid,
      coalesce(sum(p.claim_base_ore) filter (where pe.registration <= p_registration), 0) as paid_known,
      -- Before its day the debt is not in the books, but payments on it may be.
      coalesce(sum(p.claim_base_ore) filter (
        where pe.registration <= p_registration and pe.registration > e.registration), 0) as paid_later
    from purchasing.payment p
    join ledger.journal_entry_view pe on pe.company_id = p.company_id and pe.id = p.journal_entry_id
    where p.company_id = i.company_id and p.supplier_invoice_id = i.id and p.date <= p_day and p.created_at <= p_moment
  ) p
  cross join lateral (
    select case when i.invoice_date <= p_day then i.total_base_ore else 0 end as amount,
      case when i.invoice_date <= p_day then i.total_ore else 0 end as total
  ) x
$function$;

CREATE OR REPLACE FUNCTION purchasing.has_lapsed(invoice purchasing.supplier_invoice)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select count(*) > 0 and bool_and(a.withdrawn_at is not null) from purchasing.approval a
  where a.company_id = invoice.company_id and a.supplier_invoice_id = invoice.id
$function$;

CREATE OR REPLACE FUNCTION purchasing.keep_advance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  uses constant text[] := array['used_ore', 'used_base_ore', 'modified_at'];
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - uses = to_jsonb(old) - uses then
      return new;
    end if;
  elsif ledger.is_removing(old.company_id) then
    return old;
  end if;
  raise exception 'advance % is booked and cannot be changed or removed', old.id using errcode = 'GB061';
end $function$;

CREATE OR REPLACE FUNCTION purchasing.keep_advance_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and ledger.is_removing(old.company_id) then
    return old;
  end if;
  raise exception 'the use % of an advance is booked and cannot be changed or removed', old.id using errcode = 'GB061';
end $function$;

CREATE OR REPLACE FUNCTION purchasing.keep_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from purchasing.supplier_invoice i
      where i.company_id = new.company_id and i.id = new.supplier_invoice_id and i.recorded_at is not null
    ) then
      return new;
    end if;
  elsif tg_op = 'DELETE' and ledger.is_removing(old.company_id) then
    return old;
  end if;
  raise exception 'the lines of a recorded supplier invoice cannot be changed' using errcode = 'GB061';
end $function$;

CREATE OR REPLACE FUNCTION purchasing.keep_open_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into purchasing.open_days as o (company_id, supplier_invoice_id, days, changed_at)
  select new.company_id, new.id, d.days, d.changed_at from purchasing.days_of_supplier_invoice(new) d
  on conflict (company_id, supplier_invoice_id) do update set days = excluded.days, changed_at = excluded.changed_at
  where (o.days, o.changed_at) is distinct from (excluded.days, excluded.changed_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION purchasing.keep_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if old.moved_entry_id is null and to_jsonb(new) - 'moved_entry_id' = to_jsonb(old) - 'moved_entry_id' then
      return new;
    end if;
  elsif ledger.is_removing(old.company_id) then
    return old;
  end if;
  raise exception 'payment % of a supplier invoice is booked and cannot be changed or removed', old.id
    using errcode = 'GB061';
end $function$;

CREATE OR REPLACE FUNCTION purchasing.keep_supplier_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  later constant text[] := array['approved_at', 'approved_by', 'recorded_at', 'recorded_on', 'journal_entry_id',
    'payable_account', 'paid_ore', 'modified_at'];
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - later = to_jsonb(old) - later
        and (old.approved_at is null or new.approved_at is not distinct from old.approved_at
          or new.approved_at is null and old.paid_ore <> old.total_ore and purchasing.has_lapsed(old))
        and (old.recorded_at is null or new.recorded_at is not distinct from old.recorded_at)
        and (old.recorded_on is null or new.recorded_on is not distinct from old.recorded_on)
        and (old.journal_entry_id is null or new.journal_entry_id is not distinct from old.journal_entry_id)
        and (old.payable_account is null or new.payable_account is not distinct from old.payable_account) then
      return new;
    end if;
  elsif ledger.is_removing(old.company_id) and old.recorded_at is not null and old.paid_ore = old.total_ore then
    return old;
  end if;
  raise exception 'supplier invoice % is recorded or paid and cannot be changed or removed', old.id
    using errcode = 'GB061';
end $function$;

CREATE OR REPLACE FUNCTION purchasing.keep_with_supplier_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from gone g
  join purchasing.supplier_invoice i on i.company_id = g.company_id and i.id = g.supplier_invoice_id;
  if found then
    raise exception 'the bookings of a supplier invoice can only be removed together with it' using errcode = 'GB061';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION purchasing.refuse_emptying()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of %.% are never removed all at once', tg_table_schema, tg_table_name using errcode = 'GB061';
end $function$;

CREATE OR REPLACE FUNCTION purchasing.remove_advances(p_company uuid, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from purchasing.advance_use u where u.company_id = p_company and u.advance_id = any (p_ids);
  delete from purchasing.advance a where a.company_id = p_company and a.id = any (p_ids);
end $function$;

CREATE OR REPLACE FUNCTION purchasing.remove_supplier_invoices(p_company uuid, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform documents.remove_uploads_of_supplier_invoices(p_company, p_ids);
  with payments as (
    delete from purchasing.payment p where p.company_id = p_company and p.supplier_invoice_id = any (p_ids)
  ), lines as (
    delete from purchasing.supplier_invoice_line l
    where l.company_id = p_company and l.supplier_invoice_id = any (p_ids)
  )
  delete from purchasing.supplier_invoice i where i.company_id = p_company and i.id = any (p_ids);
end $function$;

CREATE OR REPLACE FUNCTION purchasing.witness_own_currency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
      select from ledger.book_view b
      where b.company_id = new.company_id and b.accounting_currency = new.currency)
    and (new.currency_rate <> 1 or new.rate_is_manual or new.total_base_ore <> new.total_ore) then
    raise exception 'supplier invoice % is in the accounting currency, and its rate is not 1', new.id
      using errcode = 'GB063';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION sales.add_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    update sales.invoice set paid_base_ore = paid_base_ore + new.sum_base_ore, modified_at = new.created_at
    where company_id = new.company_id and id = new.invoice_id;
  else
    update sales.invoice set paid_base_ore = paid_base_ore - old.sum_base_ore
    where company_id = old.company_id and id = old.invoice_id;
    if found and old.recorded_at is not null then
      raise exception 'payment % can only be removed together with its invoice', old.id using errcode = 'GB042';
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION sales.add_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    update sales.invoice set settled_base_ore = settled_base_ore + new.sum_base_ore, modified_at = new.created_at
    where company_id = new.company_id and id = new.invoice_id;
  else
    update sales.invoice set settled_base_ore = settled_base_ore - old.sum_base_ore
    where company_id = old.company_id and id = old.invoice_id;
    if found and old.recorded_at is not null then
      raise exception 'settlement % can only be removed together with its invoice', old.id using errcode = 'GB042';
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION sales.claims_on(p_company_id uuid, p_day date, p_moment timestamp with time zone, p_registration bigint, p_customer_id uuid)
 RETURNS TABLE(id uuid, party_id uuid, party_number text, party_name text, number text, type text, date date, due_date date, currency text, total_ore bigint, rest_currency_ore bigint, amount_ore bigint, reduction_ore bigint, credited_ore bigint, paid_ore bigint, settled_ore bigint, rest_ore bigint, advance_ore bigint, account integer, booked_ore bigint, authority_ore bigint, authority_booked_ore bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select i.id, i.customer_id, c.customer_number, coalesce(c.name, i.customer_name, ''), i.number::text, i.type, i.date,
    i.due_date, i.currency, i.total_ore,
    (case when z.rest = 0 then 0
      when m.told is null then coalesce(round(z.rest * i.total_ore / nullif(i.total_base_ore, 0)), 0)
      else case when i.date <= p_day then i.total_ore else 0 end - n.credited_ore - m.told
        - coalesce(round((x.reduction + m.untold) * i.total_ore / nullif(i.total_base_ore, 0)), 0) end)::bigint,
    x.amount::bigint,
    x.reduction::bigint, n.credited::bigint, m.paid::bigint, m.settled::bigint, z.rest::bigint, m.advance::bigint,
    i.receivable_account,
    ((case when b.is_booked then i.total_base_ore - r.whole + owed.unbooked else s.customer end)
      + owed.booked - n.claim_booked - m.booked)::bigint,
    (x.reduction - a.paid)::bigint,
    ((case when b.is_booked then r.whole - owed.unbooked else s.authority end)
      - owed.booked - n.reduction_booked - a.paid_booked)::bigint
  from (
    -- For all customers by days, for one customer by that customer's invoices; only one branch is executed.
    select o.invoice_id from sales.open_days o
    where p_customer_id is null and o.company_id = p_company_id and o.days @> p_day and not isempty(o.days)
    union
    select o.invoice_id from sales.open_days o
    where p_customer_id is null and o.company_id = p_company_id and o.changed_at > p_moment
    union
    select i.id from sales.invoice i
    cross join lateral (
      select * from sales.open_days o where o.company_id = p_company_id and o.invoice_id = i.id offset 0
    ) o
    where i.company_id = p_company_id and i.customer_id = p_customer_id
      and (o.days @> p_day or o.changed_at > p_moment)
  ) o
  cross join lateral (
    select * from sales.invoice i where i.company_id = p_company_id and i.id = o.invoice_id
      and i.published_at <= p_moment offset 0
  ) i
  left join sales.customer c on c.company_id = i.company_id and c.id = i.customer_id
  cross join lateral (
    select exists (
      select from ledger.journal_entry_view e where e.company_id = i.company_id and e.id = i.journal_entry_id
        and e.date <= p_day and e.registration <= p_registration) as is_booked
  ) b
  cross join lateral (
    select coalesce(sum(p.lowered) filter (where p.date <= p_day and p.is_payment), 0) as paid,
      coalesce(sum(p.lowered) filter (where p.date <= p_day and not p.is_payment), 0) as settled,
      coalesce(sum(p.advance) filter (where p.date <= p_day), 0) as advance,
      coalesce(sum(p.lowered) filter (where p.date <= p_day and p.is_booked), 0) as booked,
      -- What payments told in the currency of the invoice; null if none did.
      sum(p.ore) filter (where p.date <= p_day and p.is_payment) as told,
      coalesce(sum(p.lowered) filter (where p.date <= p_day and p.ore is null), 0) as untold
    from (
      select p.date, true as is_payment, coalesce(p.claim_base_ore, p.sum_base_ore) as lowered, p.ore,
        p.advance_base_ore as advance,
        p.recorded_at <= p_moment and coalesce(e.registration <= p_registration, true) as is_booked
      from sales.payment p
      left join ledger.journal_entry_view e on e.company_id = p.company_id and e.id = p.journal_entry_id
      where p.company_id = i.company_id and p.invoice_id = i.id and p.created_at <= p_moment
      union all
      select p.date, false, coalesce(p.claim_base_ore, p.sum_base_ore),
        case when p.type = 'currency' and c.settlement_id is not null then 0::bigint end, p.advance_base_ore,
        p.recorded_at <= p_moment and coalesce(e.registration <= p_registration, true)
      from sales.settlement p
      left join sales.payment_charge c on c.company_id = p.company_id and c.settlement_id = p.id
      left join ledger.journal_entry_view e on e.company_id = p.company_id and e.id = p.journal_entry_id
      where p.company_id = i.company_id and p.invoice_id = i.id and p.created_at <= p_moment
    ) p
  ) m
  cross join lateral (
    select coalesce(sum(n.total_base_ore) filter (where n.is_known and n.date <= p_day), 0) as credited,
      coalesce(sum(n.total_ore) filter (where n.is_known and n.date <= p_day), 0) as credited_ore,
      coalesce(sum(n.reduction_base_ore) filter (where n.is_known and n.date <= p_day), 0) as reduction,
      coalesce(sum(n.reduction_base_ore), 0) as reduction_ever,
      coalesce(sum(n.total_base_ore - n.reduction_base_ore) filter (where n.is_booked), 0) as claim_booked,
      coalesce(sum(n.reduction_base_ore) filter (where n.is_booked), 0) as reduction_booked
    from (
      select n.date, n.total_ore, n.total_base_ore, n.reduction_base_ore, n.published_at <= p_moment as is_known,
        e.date <= p_day and e.registration <= p_registration as is_booked
      from sales.invoice n
      left join ledger.journal_entry_view e on e.company_id = n.company_id and e.id = n.journal_entry_id
      where n.company_id = i.company_id and n.credits_id = i.id and n.published_at is not null
    ) n
  ) n
  cross join lateral (
    select coalesce(sum(s.ore) filter (where s.payer = 'customer'), 0) as customer,
      coalesce(sum(s.ore) filter (where s.payer = 'taxAuthority'), 0) as authority
    from sales.income_share s
    left join ledger.journal_entry_view e on e.company_id = s.company_id and e.id = s.journal_entry_id
    where s.company_id = i.company_id and s.invoice_id = i.id and s.date <= p_day
      and coalesce(e.registration <= p_registration, true)
  ) s
  cross join lateral (
    select coalesce((
      select sum(t.deduction_ore) from sales.tax_reduction_person t
      where t.company_id = i.company_id and t.invoice_id = i.id), i.reduction_base_ore + n.reduction_ever) as whole
  ) r
  cross join lateral (
    select coalesce(sum(t.ore) filter (where t.kind = 'refused'), 0) as refused,
      coalesce(sum(t.ore) filter (where t.kind = 'refused' and t.is_booked), 0) as refused_booked,
      coalesce(sum(t.ore) filter (where t.kind = 'paid'), 0) as paid,
      coalesce(sum(t.ore) filter (where t.kind = 'paid' and t.is_booked), 0) as paid_booked
    from (
      select t.kind, t.ore, coalesce(e.registration <= p_registration, false) as is_booked
      from sales.tax_reduction_answer t
      left join ledger.journal_entry_view e on e.company_id = t.company_id and e.id = t.journal_entry_id
      where t.company_id = i.company_id and t.invoice_id = i.id and t.date <= p_day and t.created_at <= p_moment
    ) t
  ) a
  -- The customer owes what the tax authority refused, less what was credited meanwhile.
  cross join lateral (select r.whole - n.reduction_ever - i.reduction_base_ore as ever) most
  cross join lateral (
    select least(a.refused, most.ever) as said, least(a.refused_booked, most.ever) as booked,
      least(a.refused, most.ever) - least(a.refused_booked, most.ever) as unbooked
  ) owed
  cross join lateral (
    select case when i.date <= p_day then i.total_base_ore else 0 end as amount,
      case when i.date <= p_day then r.whole else 0 end - n.reduction - owed.said as reduction
  ) x
  cross join lateral (select x.amount - x.reduction - n.credited - m.paid - m.settled as rest) z
$function$;

CREATE OR REPLACE FUNCTION sales.count_documents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform platform.add_count(c.company_id, c.kind, case tg_op when 'DELETE' then -c.rows else c.rows end)
  from (select r.company_id, r.kind, count(*) as rows from changed r group by r.company_id, r.kind) c;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION sales.days_of_invoice(i sales.invoice)
 RETURNS TABLE(days daterange, changed_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select daterange(
      least(i.date, m.first_day, n.first_day, a.first_day, e.date),
      case
        when (i.recorded_at is null or n.is_unrecorded)
            and not coalesce(i.journal_entry_id is null
              and coalesce(s.ore, case when n.unbooked <> 0 then 0 end) = i.total_base_ore - n.unbooked, false)
          or m.is_unrecorded or m.advance <> 0
          or i.total_base_ore - i.credited_base_ore - m.lowered - i.reduction_base_ore <> 0
          or i.reduction_base_ore <> a.paid then null
        else greatest(i.date, m.last_day, n.last_day, a.last_day, e.date) end),
    greatest(i.modified_at, i.published_at, m.changed_at, n.changed_at, a.changed_at)
  from (
    select min(p.date) as first_day, max(p.date) as last_day, coalesce(sum(p.lowered), 0) as lowered,
      coalesce(sum(p.advance), 0) as advance, coalesce(bool_or(p.recorded_at is null), false) as is_unrecorded,
      max(greatest(p.created_at, p.recorded_at)) as changed_at
    from (
      select p.date, coalesce(p.claim_base_ore, p.sum_base_ore) as lowered, p.advance_base_ore as advance,
        p.created_at, p.recorded_at
      from sales.payment p where p.company_id = i.company_id and p.invoice_id = i.id
      union all
      select s.date, coalesce(s.claim_base_ore, s.sum_base_ore), s.advance_base_ore, s.created_at, s.recorded_at
      from sales.settlement s where s.company_id = i.company_id and s.invoice_id = i.id
    ) p
  ) m
  cross join (
    select min(c.date) as first_day, max(greatest(c.date, ce.date)) as last_day,
      coalesce(bool_or(c.recorded_at is null), false) as is_unrecorded, max(c.modified_at) as changed_at,
      coalesce(sum(c.total_base_ore) filter (where c.journal_entry_id is null), 0) as unbooked
    from sales.invoice c
    left join ledger.journal_entry_view ce on ce.company_id = c.company_id and ce.id = c.journal_entry_id
    where c.company_id = i.company_id and c.credits_id = i.id and c.published_at is not null
  ) n
  cross join (
    select min(r.date) as first_day, max(r.date) as last_day, max(r.created_at) as changed_at,
      coalesce(sum(r.ore) filter (where r.kind = 'paid'), 0) as paid
    from sales.tax_reduction_answer r where r.company_id = i.company_id and r.invoice_id = i.id
  ) a
  cross join (
    select sum(h.ore) as ore from sales.income_share h where h.company_id = i.company_id and h.invoice_id = i.id
  ) s
  left join ledger.journal_entry_view e on e.company_id = i.company_id and e.id = i.journal_entry_id
$function$;

CREATE OR REPLACE FUNCTION sales.drop_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into sales.dropped_file (company_id, digest) values (old.company_id, old.digest) on conflict do nothing;
  perform storage.hold_file(old.company_id, 'attachments', old.digest);
  if not exists (
    select from sales.attachment a where a.company_id = old.company_id and a.digest = old.digest)
  then
    perform storage.release_file(old.company_id, 'attachments', old.digest);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION sales.is_erased(before jsonb, after jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select after->>'recipient' = 'erased@invalid' and after->>'subject' = 'erased'
    and coalesce(after->>'failure', 'erased') = 'erased' and coalesce(after->>'report', 'erased') = 'erased'
    and (before->>'sent_at' is null or after->'failed_at' = before->'failed_at') and after->>'failure_said' is null
    and after - '{recipient,subject,failure,failure_said,report,failed_at}'::text[]
      = before - '{recipient,subject,failure,failure_said,report,failed_at}'::text[]
$function$;

CREATE OR REPLACE FUNCTION sales.is_how_it_went(before jsonb, after jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when before->>'sent_at' is null then
      after - '{sent_at,failed_at,failure,failure_said}'::text[]
        = before - '{sent_at,failed_at,failure,failure_said}'::text[]
    else before->>'bounced_at' is null
      and after - '{delayed_at,delivered_at,bounced_at,report}'::text[]
        = before - '{delayed_at,delivered_at,bounced_at,report}'::text[]
    end
$function$;

CREATE OR REPLACE FUNCTION sales.keep_credited()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  credited bigint;
begin
  select coalesce(sum(n.total_base_ore), 0) into credited from sales.invoice n
    where n.company_id = new.company_id and n.credits_id = new.credits_id and n.published_at is not null;
  update sales.invoice i set credited_base_ore = credited, modified_at = new.published_at
    where i.company_id = new.company_id and i.id = new.credits_id and i.kind = 'invoice'
      and i.published_at is not null and i.currency = new.currency and i.total_base_ore >= credited;
  if not found then
    raise exception 'credit note %: % in all is too much to credit of invoice %', new.id, credited, new.credits_id
      using errcode = 'GB043';
  end if;
  perform from jsonb_each_text(new.credited_parts -> 'taxes') own (rate, ore)
  cross join lateral (
    select coalesce(sales.tax_of_lines(new.company_id, new.credits_id, own.rate::numeric), 0) as ore
  ) charged
  cross join lateral (
    select sum(coalesce((n.credited_parts -> 'taxes' ->> own.rate)::bigint,
      case when n.credited_parts is null then sales.tax_of_lines(n.company_id, n.id, own.rate::numeric) end)) as ore
    from sales.invoice n
    where n.company_id = new.company_id and n.credits_id = new.credits_id and n.published_at is not null
  ) back
  where own.ore::bigint <> 0 and back.ore not between least(charged.ore, 0) and greatest(charged.ore, 0);
  if found then
    raise exception 'credit note % would credit more tax of a rate than invoice % charged', new.id, new.credits_id
      using errcode = 'GB043';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION sales.keep_open_days(p_company_id uuid, p_invoice_id uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into sales.open_days as o (company_id, invoice_id, days, changed_at)
  select i.company_id, i.id, d.days, d.changed_at
  from sales.invoice i cross join lateral sales.days_of_invoice(i) d
  where i.company_id = p_company_id and i.id = p_invoice_id and i.kind = 'invoice' and i.published_at is not null
  on conflict (company_id, invoice_id) do update set days = excluded.days, changed_at = excluded.changed_at
  where (o.days, o.changed_at) is distinct from (excluded.days, excluded.changed_at);
end $function$;

CREATE OR REPLACE FUNCTION sales.keep_paper()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'pdf_key' = to_jsonb(old) - 'pdf_key'
      and (new.pdf_key is null) = (old.pdf_key is null) then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.pdf_digest is null and new.pdf_digest is not null
      and to_jsonb(new) - array['pdf_digest', 'pdf_size'] = to_jsonb(old) - array['pdf_digest', 'pdf_size'] then
    return new;
  end if;
  if tg_op = 'DELETE' and ledger.is_removing(old.company_id) then
    return old;
  end if;
  raise exception 'the paper of document % cannot be changed', old.invoice_id using errcode = 'GB041';
end $function$;

CREATE OR REPLACE FUNCTION sales.keep_published()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  later constant text[] := array['recorded_at', 'journal_entry_id', 'receivable_account', 'reduction_base_ore',
    'paid_base_ore', 'settled_base_ore', 'credited_base_ore', 'modified_at', 'state'];
  is_same boolean;
begin
  if tg_op = 'UPDATE' then
    is_same := to_jsonb(new) - later = to_jsonb(old) - later
      and (old.recorded_at is null or new.recorded_at is not distinct from old.recorded_at)
      and (old.journal_entry_id is null or new.journal_entry_id is not distinct from old.journal_entry_id);
    if is_same then
      return new;
    end if;
  elsif ledger.is_removing(old.company_id) and (
      old.kind = 'creditNote' or old.state in ('paid', 'credited') and (old.recorded_at is not null or exists (
        select from ledger.fiscal_year_view y
        where y.company_id = old.company_id and y.accounting_method = 'cash'
          and old.date between y.start_date and y.end_date))) then
    return old;
  end if;
  raise exception 'document % is published and can be neither changed nor removed', old.id using errcode = 'GB041';
end $function$;

CREATE OR REPLACE FUNCTION sales.keep_published_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' and exists (
      select from sales.invoice i
      where i.company_id = old.company_id and i.id = old.invoice_id and i.published_at is not null)
    or tg_op <> 'DELETE' and exists (
      select from sales.invoice i
      where i.company_id = new.company_id and i.id = new.invoice_id and i.published_at is not null)
  then
    raise exception 'a published document cannot be changed' using errcode = 'GB041';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION sales.keep_published_reduction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  later text[] := array['status', 'submitted_at', 'submitted_ore', 'paid_ore', 'refused_ore', 'asked_ore',
    'personal_number', 'digest'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - later = to_jsonb(old) - later then
    return null;
  end if;
  if exists (
    select from sales.invoice i
    where i.published_at is not null and (i.company_id, i.id) in (
      (coalesce(new.company_id, old.company_id), coalesce(new.invoice_id, old.invoice_id)))
  ) then
    raise exception 'a published document cannot be changed' using errcode = 'GB041';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION sales.keep_recorded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  recording constant text[] := array[
    'recorded_at', 'journal_entry_id', 'claim_base_ore', 'advance_base_ore', 'lowered'];
begin
  if old.recorded_at is not null and not (tg_op = 'DELETE' and ledger.is_removing(old.company_id)) then
    raise exception '% % is recorded and can be neither changed nor removed', tg_table_name, old.id
      using errcode = 'GB042';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if to_jsonb(new) - recording <> to_jsonb(old) - recording then
    raise exception '% % can be recorded or removed, but not changed', tg_table_name, old.id using errcode = 'GB042';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION sales.keep_sending()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' and exists (
      select from sales.invoice i
      where i.company_id = new.company_id and i.id = new.invoice_id and i.published_at is not null) then
    return new;
  end if;
  if tg_op = 'UPDATE' and (
      sales.is_how_it_went(to_jsonb(old), to_jsonb(new)) or sales.is_erased(to_jsonb(old), to_jsonb(new))) then
    return new;
  end if;
  if tg_op = 'DELETE' and ledger.is_removing(old.company_id) then
    return old;
  end if;
  raise exception 'a draft cannot be sent, and the record of a sent document cannot be changed' using errcode = 'GB049';
end $function$;

CREATE OR REPLACE FUNCTION sales.keep_statement_sending()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and (
      sales.is_how_it_went(to_jsonb(old), to_jsonb(new)) or sales.is_erased(to_jsonb(old), to_jsonb(new))) then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (
    select from sales.invoice i where i.company_id = old.company_id and i.published_at is not null)
  then
    return old;
  end if;
  raise exception 'a sent statement of account cannot be changed' using errcode = 'GB049';
end $function$;

CREATE OR REPLACE FUNCTION sales.keep_with_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from gone g join sales.invoice i on i.company_id = g.company_id and i.id = g.invoice_id;
  if found or exists (select from gone g where not ledger.is_removing(g.company_id)) then
    raise exception 'bookings and sendings of a document can only be removed together with it' using errcode = 'GB041';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION sales.open_with_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A draft has no payments, settlements or credit notes: after publication it is open from its date on.
  if tg_op = 'UPDATE' and old.published_at is null and new.recorded_at is null and new.kind = 'invoice' then
    insert into sales.open_days as o (company_id, invoice_id, days, changed_at)
    values (new.company_id, new.id, daterange(new.date, null), greatest(new.modified_at, new.published_at))
    on conflict (company_id, invoice_id) do update set days = excluded.days, changed_at = excluded.changed_at;
    return null;
  end if;
  perform sales.keep_open_days(new.company_id, coalesce(new.credits_id, new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION sales.open_with_money()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform sales.keep_open_days(new.company_id, new.invoice_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION sales.refuse_emptying()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of %.% are never removed all at once', tg_table_schema, tg_table_name using errcode = 'GB041';
end $function$;

CREATE OR REPLACE FUNCTION sales.remove_documents(p_company uuid, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET bytea_output TO 'hex'
AS $function$
begin
  perform platform.witness_contents('sales.invoice_line', null, array(
    select to_jsonb(l) from sales.invoice_line l where l.company_id = p_company and l.invoice_id = any (p_ids)));
  perform platform.witness_contents('sales.attachment', null, array(
    select to_jsonb(a) from sales.attachment a where a.company_id = p_company and a.invoice_id = any (p_ids)));
  insert into sales.dropped_paper (company_id, digest)
  select distinct p.company_id, p.pdf_digest from sales.paper p
  where p.company_id = p_company and p.invoice_id = any (p_ids) and p.pdf_digest is not null on conflict do nothing;
  with charges as (
    delete from sales.payment_charge c using sales.settlement s
    where s.company_id = p_company and s.invoice_id = any (p_ids) and c.company_id = s.company_id
      and c.settlement_id = s.id
  ), settlements as (
    delete from sales.settlement s where s.company_id = p_company and s.invoice_id = any (p_ids)
  ), payments as (
    delete from sales.payment p where p.company_id = p_company and p.invoice_id = any (p_ids)
  ), shares as (
    delete from sales.income_share s where s.company_id = p_company and s.invoice_id = any (p_ids)
  ), answers as (
    delete from sales.tax_reduction_answer a where a.company_id = p_company and a.invoice_id = any (p_ids)
  ), people as (
    delete from sales.tax_reduction_person p where p.company_id = p_company and p.invoice_id = any (p_ids)
  ), reductions as (
    delete from sales.tax_reduction r where r.company_id = p_company and r.invoice_id = any (p_ids)
  ), links as (
    delete from sales.payment_link l where l.company_id = p_company and l.invoice_id = any (p_ids)
  ), sendings as (
    delete from sales.sending s where s.company_id = p_company and s.invoice_id = any (p_ids)
  ), papers as (
    delete from sales.paper p where p.company_id = p_company and p.invoice_id = any (p_ids)
  ), attachments as (
    delete from sales.attachment a where a.company_id = p_company and a.invoice_id = any (p_ids)
  ), lines as (
    delete from sales.invoice_line l where l.company_id = p_company and l.invoice_id = any (p_ids)
  )
  delete from sales.invoice i where i.company_id = p_company and i.id = any (p_ids);
end $function$;

CREATE OR REPLACE FUNCTION sales.sold_until(i sales.invoice)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(i.date, s.last_day, m.last_day, n.last_day, a.last_day)
  from (
    select max(s.date) as last_day, coalesce(sum(s.ore), 0) as ore
    from sales.income_share s where s.company_id = i.company_id and s.invoice_id = i.id
  ) s
  cross join (
    select max(p.date) as last_day, coalesce(sum(p.lowered), 0) as lowered, coalesce(sum(p.advance), 0) as advance,
      coalesce(bool_or(p.recorded_at is null), false) as is_unrecorded
    from (
      select p.date, p.claim_base_ore as lowered, p.advance_base_ore as advance, p.recorded_at
      from sales.payment p where p.company_id = i.company_id and p.invoice_id = i.id
      union all
      select t.date, t.claim_base_ore, t.advance_base_ore, t.recorded_at
      from sales.settlement t where t.company_id = i.company_id and t.invoice_id = i.id
    ) p
  ) m
  cross join (
    select max(greatest(c.date, ce.date)) as last_day,
      coalesce(sum(c.total_base_ore) filter (where c.journal_entry_id is null), 0) as unbooked
    from sales.invoice c
    left join ledger.journal_entry_view ce on ce.company_id = c.company_id and ce.id = c.journal_entry_id
    where c.company_id = i.company_id and c.credits_id = i.id and c.published_at is not null
  ) n
  cross join (
    select max(r.date) as last_day, coalesce(sum(r.ore) filter (where r.kind = 'paid'), 0) as paid
    from sales.tax_reduction_answer r where r.company_id = i.company_id and r.invoice_id = i.id
  ) a
  where i.kind = 'invoice' and i.published_at is not null and i.journal_entry_id is null
    and not m.is_unrecorded and m.advance = 0 and i.total_base_ore = s.ore + n.unbooked
    and i.total_base_ore - i.credited_base_ore - m.lowered - i.reduction_base_ore = 0 and i.reduction_base_ore = a.paid
    and exists (
      select from ledger.fiscal_year_view y
      where y.company_id = i.company_id and y.accounting_method = 'cash' and i.date between y.start_date and y.end_date)
$function$;

CREATE OR REPLACE FUNCTION sales.statement_events(p_company_id uuid, p_customer_id uuid, p_from date, p_to date, p_moment timestamp with time zone)
 RETURNS TABLE(invoice_id uuid, invoice_number text, kind text, type text, id uuid, number text, date date, due_date date, currency text, total_ore bigint, total_base_ore bigint, claim_ore bigint, told_ore bigint, advance_ore bigint, place integer, at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  with own as (
    select i.* from sales.invoice i
    where i.company_id = p_company_id and i.customer_id = p_customer_id and i.kind = 'invoice'
      and i.published_at <= p_moment
  ), touched as (
    select o.id from own o where o.date between p_from and p_to
    union select n.credits_id from sales.invoice n join own o on o.id = n.credits_id
      where n.company_id = p_company_id and n.published_at <= p_moment and n.date between p_from and p_to
    union select p.invoice_id from sales.payment p join own o on o.id = p.invoice_id
      where p.company_id = p_company_id and p.date between p_from and p_to
    union select s.invoice_id from sales.settlement s join own o on o.id = s.invoice_id
      where s.company_id = p_company_id and s.date between p_from and p_to
    union select a.invoice_id from sales.tax_reduction_answer a join own o on o.id = a.invoice_id
      where a.company_id = p_company_id and a.date between p_from and p_to
  ), reduced as (
    select o.*, r.whole, n.reduction_ever, r.whole - n.reduction_ever - o.reduction_base_ore as most
    from own o join touched t on t.id = o.id
    cross join lateral (
      select coalesce(sum(n.reduction_base_ore), 0)::bigint as reduction_ever from sales.invoice n
      where n.company_id = p_company_id and n.credits_id = o.id and n.published_at is not null
    ) n
    cross join lateral (
      select coalesce((select sum(t.deduction_ore)::bigint from sales.tax_reduction_person t
        where t.company_id = p_company_id and t.invoice_id = o.id), o.reduction_base_ore + n.reduction_ever) as whole
    ) r
  )
  select o.id, o.number::text, v.kind, v.type, v.id, v.number, v.date,
    case when v.kind = 'invoice' then o.due_date end, o.currency, o.total_ore,
    o.total_base_ore, v.claim::bigint, v.told::bigint, v.advance::bigint, v.place,
    v.at
  from reduced o
  cross join lateral (
    select 0 as place, 'invoice' as kind, null as type, o.id, o.number::text as number, o.date, o.published_at as at,
      o.total_base_ore - o.whole as claim, null::bigint as told, 0::bigint as advance
    union all
    select 1, 'creditNote', null, n.id, n.number::text, n.date, n.published_at,
      n.reduction_base_ore - n.total_base_ore, null, 0
    from sales.invoice n
    where n.company_id = p_company_id and n.credits_id = o.id and n.published_at <= p_moment
    union all
    select 2, 'payment', null, p.id, null, p.date, p.created_at, -coalesce(p.claim_base_ore, p.sum_base_ore),
      -p.ore, coalesce(p.advance_base_ore, 0)
    from sales.payment p where p.company_id = p_company_id and p.invoice_id = o.id and p.created_at <= p_moment
    union all
    select 3, 'settlement', s.type, s.id, null, s.date, s.created_at, -coalesce(s.claim_base_ore, s.sum_base_ore),
      case when s.type = 'currency' and c.settlement_id is not null then 0 end, coalesce(s.advance_base_ore, 0)
    from sales.settlement s
    left join sales.payment_charge c on c.company_id = s.company_id and c.settlement_id = s.id
    where s.company_id = p_company_id and s.invoice_id = o.id and s.created_at <= p_moment
    union all
    select 4, 'taxReductionRefused', null, o.id, null, r.date, r.at,
      least(r.so_far, o.most) - least(r.so_far - r.ore, o.most), null, 0
    from (
      select a.date, a.created_at as at, a.ore, sum(a.ore) over (order by a.date, a.created_at, a.id) as so_far
      from sales.tax_reduction_answer a
      where a.company_id = p_company_id and a.invoice_id = o.id and a.kind = 'refused' and a.created_at <= p_moment
    ) r
  ) v
  where v.date <= p_to
$function$;

CREATE OR REPLACE FUNCTION sales.tax_of_lines(company uuid, invoice uuid, rate numeric)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select round(sum(l.net_ore) * rate / 100.0)::bigint from sales.invoice_line l
  where l.company_id = company and l.invoice_id = invoice
    and coalesce(l.union_rate_hundredths / 100.0, l.tax_rate) = rate
$function$;

CREATE OR REPLACE FUNCTION sales.witness_credit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
      select from sales.invoice i
      where i.company_id = new.company_id and i.id = new.credits_id and i.recorded_at is not null)
    and not exists (
      select from sales.income_share s where s.company_id = new.company_id and s.invoice_id = new.credits_id) then
    raise exception 'credit note % would be booked before invoice %', new.id, new.credits_id using errcode = 'GB046';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION sales.witness_currency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
      select from sales.invoice i
      where i.company_id = new.company_id and i.id = new.invoice_id and i.currency in ('SEK', 'EUR') and i.currency_rate = 1) then
    raise exception 'invoice % is in the accounting currency: it has no exchange difference', new.invoice_id using errcode = 'GB047';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION sales.witness_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
      select from ledger.book_view b
      join ledger.fiscal_year_view y on y.company_id = b.company_id and y.closed_at is null
        and new.date between y.start_date and y.end_date
      where b.company_id = new.company_id and (b.lock_date is null or new.date > b.lock_date)
        and (b.vat_lock_date is null or new.date > b.vat_lock_date)) then
    raise exception 'document % cannot be published on %: the books are closed on that day', new.id, new.date
      using errcode = 'GB045';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION sales.witness_line_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
      select from sales.invoice i
      where i.company_id = new.company_id and i.id = new.invoice_id and i.kind = 'invoice') then
    raise exception 'account % is not an account for sales', new.account using errcode = 'GB048';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION sales.witness_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  last bigint;
begin
  select i.number into last from sales.invoice i
  where i.company_id = new.company_id and i.number is not null and i.id <> new.id
  order by i.number desc limit 1;
  select greatest(last, max(upper(n.numbers)) - 1) into last from ledger.removed_number_view n
  where n.company_id = new.company_id and n.series = 'document';
  if new.number <> last + 1 then
    raise exception 'number % does not follow %', new.number, last using errcode = 'GB044';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION sales.witness_published()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET bytea_output TO 'hex'
AS $function$
begin
  perform platform.witness_contents('sales.invoice_line', array(
    select to_jsonb(l) from sales.invoice_line l where l.company_id = new.company_id and l.invoice_id = new.id), null);
  perform platform.witness_contents('sales.attachment', array(
    select to_jsonb(a) from sales.attachment a where a.company_id = new.company_id and a.invoice_id = new.id), null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION sales.witness_sales_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'account % is not an account for sales', new.account using errcode = 'GB048';
end $function$;

CREATE OR REPLACE FUNCTION storage.hold_file(p_company uuid, p_corner text, p_digest bytea)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from storage.file f
  where f.company_id = p_company and f.corner = p_corner and f.digest = p_digest for update;
end $function$;

CREATE OR REPLACE FUNCTION storage.keep_file(p_company uuid, p_corner text, p_digest bytea)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  had storage.file;
begin
  update storage.file f set released_at = null
  where f.company_id = p_company and f.corner = p_corner and f.digest = p_digest and f.released_at is not null
  returning * into had;
  if had.company_id is not null then
    perform storage.note(p_company, had.kind, had.bytes);
    perform storage.note(p_company, 'deleted', -had.bytes);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION storage.note(p_company uuid, p_kind text, p_bytes bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into storage.change (company_id, id, kind, bytes) values (p_company, gen_random_uuid(), p_kind, p_bytes);
end $function$;

CREATE OR REPLACE FUNCTION storage.release_file(p_company uuid, p_corner text, p_digest bytea)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  released storage.file;
begin
  update storage.file f set released_at = now()
  where f.company_id = p_company and f.corner = p_corner and f.digest = p_digest and f.released_at is null
  returning * into released;
  if released.company_id is not null then
    perform storage.note(p_company, released.kind, -released.bytes);
    perform storage.note(p_company, 'deleted', released.bytes);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION storage.remove_file(p_company uuid, p_corner text, p_digest bytea)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  gone storage.file;
begin
  delete from storage.file f where f.company_id = p_company and f.corner = p_corner and f.digest = p_digest
  returning * into gone;
  if gone.company_id is not null then
    perform storage.note(p_company, case when gone.released_at is null then gone.kind else 'deleted' end, -gone.bytes);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION storage.set_owner(p_company uuid, p_owner uuid, p_owns boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if p_owns then
    insert into storage.owner (company_id, owner_id) values (p_company, p_owner) on conflict do nothing;
  else
    delete from storage.owner o where o.company_id = p_company and o.owner_id = p_owner;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION storage.sum_up(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from storage.change c where c.company_id = p_company) > 64 then
    with gone as (
      delete from storage.change c where c.company_id = p_company returning c.kind, c.bytes
    )
    insert into storage.change (company_id, id, kind, bytes)
    select p_company, gen_random_uuid(), g.kind, sum(g.bytes) from gone g group by g.kind having sum(g.bytes) <> 0;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION storage.take(p_company uuid, p_corner text, p_digest bytea, p_kind text, p_bytes bigint, p_per_company bigint, p_per_owner bigint, OUT outcome text, OUT used bigint, OUT allowed bigint, OUT owner_used bigint, OUT owner_allowed bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  under_way constant bigint := 8::bigint * 1024 * 1024 * 1024;
  least_deleted constant bigint := 100 * 1024 * 1024;
  own_quota bigint;
  deleted bigint;
  was storage.file;
  one_owner uuid;
  of_owner bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('storage ' || p_company, 0));
  select q.bytes into own_quota from storage.quota q where q.company_id = p_company;
  allowed := coalesce(own_quota, nullif(p_per_company, 0));
  select u.used, u.deleted into used, deleted from storage.used_by(p_company) u;
  select * into was from storage.file f
  where f.company_id = p_company and f.corner = p_corner and f.digest = p_digest for update;
  if was.company_id is not null and was.released_at is null then
    outcome := 'there';
    return;
  end if;
  if used + p_bytes > allowed then
    outcome := 'full';
    return;
  end if;
  if used + deleted + p_bytes > allowed + greatest(allowed / 10, least_deleted) then
    outcome := 'deleting';
    return;
  end if;
  if own_quota is null and p_per_owner > 0 then
    for one_owner in select o.owner_id from storage.owner o where o.company_id = p_company order by o.owner_id loop
      of_owner := storage.used_by_owner(one_owner);
      if of_owner + p_bytes > p_per_owner - under_way then
        perform pg_advisory_xact_lock(hashtextextended('storage of ' || one_owner, 0));
        of_owner := storage.used_by_owner(one_owner);
      end if;
      if owner_used is null or of_owner > owner_used then
        owner_used := of_owner;
        owner_allowed := p_per_owner;
      end if;
    end loop;
    if owner_used + p_bytes > p_per_owner then
      outcome := 'owner full';
      return;
    end if;
  end if;
  insert into storage.file as f (company_id, corner, digest, kind, bytes)
  values (p_company, p_corner, p_digest, p_kind, p_bytes)
  on conflict (company_id, corner, digest) do update
  set kind = excluded.kind, bytes = excluded.bytes, released_at = null;
  perform storage.note(p_company, p_kind, p_bytes);
  if was.company_id is not null then
    perform storage.note(p_company, 'deleted', -was.bytes);
  end if;
  perform storage.sum_up(p_company);
  outcome := 'taken';
end $function$;

CREATE OR REPLACE FUNCTION storage.used_by(p_company uuid, OUT used bigint, OUT deleted bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  select coalesce(sum(c.bytes) filter (where c.kind <> 'deleted'), 0)::bigint,
    coalesce(sum(c.bytes) filter (where c.kind = 'deleted'), 0)::bigint
  into used, deleted from storage.change c where c.company_id = p_company;
end $function$;

CREATE OR REPLACE FUNCTION storage.used_by_owner(p_owner uuid)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
begin
  return (
    select coalesce(sum(c.bytes), 0)::bigint from storage.owner o
    join storage.change c on c.company_id = o.company_id and c.kind <> 'deleted'
    where o.owner_id = p_owner
      and not exists (select from storage.quota q where q.company_id = o.company_id));
end $function$;

CREATE OR REPLACE FUNCTION tax_account.keep_statement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if ledger.is_removing(old.company_id) then
      return old;
    end if;
  end if;
  raise exception 'a statement of the tax account cannot be changed or removed' using errcode = 'GB160';
end $function$;

CREATE OR REPLACE FUNCTION tax_account.keep_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  matching constant text[] := array['journal_entry_id', 'is_booked', 'matched_at', 'matched_by_kind', 'matched_by_id',
    'matched_by_name', 'modified_at'];
begin
  if tg_op = 'DELETE' then
    if ledger.is_removing(old.company_id) then
      return old;
    end if;
    raise exception 'a row of the tax account cannot be removed' using errcode = 'GB160';
  end if;
  if to_jsonb(new) - matching - 'reference' <> to_jsonb(old) - matching - 'reference'
    or old.reference is not null and new.reference is distinct from old.reference
    or old.journal_entry_id is not null and new.journal_entry_id is not null
      and new.journal_entry_id <> old.journal_entry_id then
    raise exception 'what the tax authority said of a row cannot be changed' using errcode = 'GB160';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION tax_account.remove_statements(p_company uuid, p_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into tax_account.dropped_statement (company_id, digest)
  select s.company_id, s.file_digest from tax_account.statement s
  where s.company_id = p_company and s.id = any (p_ids) and s.file_digest is not null on conflict do nothing;
  delete from tax_account.statement s where s.company_id = p_company and s.id = any (p_ids)
$function$;

CREATE OR REPLACE FUNCTION vat.returns_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.corrects_id is null then
    perform from vat.vat_return r
    where r.company_id = new.company_id and r.id <> new.id and r.corrects_id is null
      and r.start_date <= new.end_date and r.end_date >= new.start_date;
    if found then
      raise exception 'the VAT of % to % is already reported', new.start_date, new.end_date using errcode = 'GB091';
    end if;
  else
    perform from vat.vat_return r
    where r.company_id = new.company_id and r.id = new.corrects_id
      and r.start_date = new.start_date and r.end_date = new.end_date;
    if not found then
      raise exception 'return % corrects a return for a different period', new.id using errcode = 'GB092';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION year_end.keep_of_year()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and ledger.is_going(old.company_id, old.fiscal_year_id) then
    return old;
  end if;
  raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
end $function$;

CREATE OR REPLACE FUNCTION year_end.remove_of_year(p_company uuid, p_year uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from year_end.closing c where c.company_id = p_company and c.fiscal_year_id = p_year;
  delete from year_end.handing_in h where h.company_id = p_company and h.fiscal_year_id = p_year;
  delete from year_end.tax_form_value v where v.company_id = p_company and v.fiscal_year_id = p_year;
  delete from year_end.revaluation r where r.company_id = p_company and r.fiscal_year_id = p_year;
  delete from year_end.taken_proposal t where t.company_id = p_company and t.fiscal_year_id = p_year;
  delete from year_end.proposal_inputs i where i.company_id = p_company and i.fiscal_year_id = p_year;
end $function$;

CREATE TRIGGER access_token_stays_ended BEFORE UPDATE ON access.access_token FOR EACH ROW WHEN (((old.ended_at IS NOT NULL) AND (new.ended_at IS DISTINCT FROM old.ended_at))) EXECUTE FUNCTION access.refuse_revival();

CREATE TRIGGER authorization_code_is_used_once BEFORE UPDATE ON access.authorization_code FOR EACH ROW WHEN ((old.used_at IS NOT NULL)) EXECUTE FUNCTION access.refuse_revival();

CREATE TRIGGER client_secret_stays_ended BEFORE UPDATE ON access.client_secret FOR EACH ROW WHEN (((old.ended_at IS NOT NULL) AND (new.ended_at IS DISTINCT FROM old.ended_at))) EXECUTE FUNCTION access.refuse_revival();

CREATE TRIGGER connection_stays_ended BEFORE UPDATE ON access.connection FOR EACH ROW WHEN (((old.ended_at IS NOT NULL) AND (new.ended_at IS DISTINCT FROM old.ended_at))) EXECUTE FUNCTION access.refuse_revival();

CREATE TRIGGER connection_stays_where_it_is BEFORE UPDATE ON access.connection FOR EACH ROW WHEN ((((old.integration_id IS DISTINCT FROM new.integration_id) OR (old.company_id IS DISTINCT FROM new.company_id)) OR (old.agency_id IS DISTINCT FROM new.agency_id))) EXECUTE FUNCTION access.refuse_move();

CREATE TRIGGER integration_stays_ended BEFORE UPDATE ON access.integration FOR EACH ROW WHEN (((old.ended_at IS NOT NULL) AND (new.ended_at IS DISTINCT FROM old.ended_at))) EXECUTE FUNCTION access.refuse_revival();

CREATE TRIGGER refresh_token_stays_ended BEFORE UPDATE ON access.refresh_token FOR EACH ROW WHEN ((((old.ended_at IS NOT NULL) AND (new.ended_at IS DISTINCT FROM old.ended_at)) OR ((old.used_at IS NOT NULL) AND (new.used_at IS DISTINCT FROM old.used_at)))) EXECUTE FUNCTION access.refuse_revival();

CREATE TRIGGER token_family_stays_ended BEFORE UPDATE ON access.token_family FOR EACH ROW WHEN (((old.ended_at IS NOT NULL) AND (new.ended_at IS DISTINCT FROM old.ended_at))) EXECUTE FUNCTION access.refuse_revival();

CREATE TRIGGER token_family_stays_where_it_is BEFORE UPDATE ON access.token_family FOR EACH ROW WHEN (((old.integration_id IS DISTINCT FROM new.integration_id) OR (old.connection_id IS DISTINCT FROM new.connection_id))) EXECUTE FUNCTION access.refuse_move();

CREATE TRIGGER accrual_stays BEFORE DELETE OR UPDATE ON accruals.accrual FOR EACH ROW EXECUTE FUNCTION accruals.keep_accrual();

CREATE TRIGGER accruals_go_with_their_year AFTER DELETE ON accruals.accrual REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'first_month', 'journal_entry_id');

CREATE TRIGGER witnessed_when_added AFTER INSERT ON accruals.accrual REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON accruals.accrual REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON accruals.accrual REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER portion_is_one BEFORE INSERT ON accruals.portion FOR EACH ROW EXECUTE FUNCTION accruals.witness_portion();

CREATE TRIGGER portions_go_with_their_accrual AFTER DELETE ON accruals.portion REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION accruals.keep_with_accrual();

CREATE TRIGGER portions_go_with_their_year AFTER DELETE ON accruals.portion REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'month', 'journal_entry_id');

CREATE TRIGGER portions_stay BEFORE UPDATE OR TRUNCATE ON accruals.portion FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER portions_stay_outside_of_removals BEFORE DELETE ON accruals.portion FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_unless_removing();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON accruals.portion REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON accruals.portion REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON accruals.portion REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER link_is_used_once BEFORE UPDATE ON agency.navigation_link FOR EACH ROW WHEN ((old.used_at IS NOT NULL)) EXECUTE FUNCTION agency.keep_link();

CREATE TRIGGER filing_goes_with_its_year BEFORE DELETE OR UPDATE ON annual_report.filing FOR EACH ROW EXECUTE FUNCTION annual_report.keep_of_year();

CREATE TRIGGER filing_stays BEFORE TRUNCATE ON annual_report.filing FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON annual_report.filing REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON annual_report.filing REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON annual_report.filing REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER version_goes_with_its_year BEFORE DELETE OR UPDATE ON annual_report.version FOR EACH ROW EXECUTE FUNCTION annual_report.keep_of_year();

CREATE TRIGGER version_stays BEFORE TRUNCATE ON annual_report.version FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON annual_report.version REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON annual_report.version REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON annual_report.version REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER withdrawal_goes_with_its_year BEFORE DELETE OR UPDATE ON annual_report.withdrawal FOR EACH ROW EXECUTE FUNCTION annual_report.keep_of_year();

CREATE TRIGGER withdrawal_stays BEFORE TRUNCATE ON annual_report.withdrawal FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON annual_report.withdrawal REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON annual_report.withdrawal REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON annual_report.withdrawal REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER depreciation_is_one BEFORE INSERT ON assets.depreciation FOR EACH ROW EXECUTE FUNCTION assets.witness_depreciation();

CREATE TRIGGER depreciations_go_with_their_asset AFTER DELETE ON assets.depreciation REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION assets.keep_with_asset();

CREATE TRIGGER depreciations_go_with_their_year AFTER DELETE ON assets.depreciation REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'month');

CREATE TRIGGER depreciations_stay BEFORE UPDATE OR TRUNCATE ON assets.depreciation FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER depreciations_stay_outside_of_removals BEFORE DELETE ON assets.depreciation FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_unless_removing();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON assets.depreciation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON assets.depreciation REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON assets.depreciation REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER disposal_is_one BEFORE INSERT ON assets.disposal FOR EACH ROW EXECUTE FUNCTION assets.witness_disposal();

CREATE TRIGGER disposals_go_with_their_asset AFTER DELETE ON assets.disposal REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION assets.keep_with_asset();

CREATE TRIGGER disposals_go_with_their_year AFTER DELETE ON assets.disposal REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'date', 'journal_entry_id');

CREATE TRIGGER disposals_stay BEFORE UPDATE OR TRUNCATE ON assets.disposal FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER disposals_stay_outside_of_removals BEFORE DELETE ON assets.disposal FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_unless_removing();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON assets.disposal REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON assets.disposal REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON assets.disposal REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER asset_stays BEFORE DELETE OR UPDATE ON assets.fixed_asset FOR EACH ROW EXECUTE FUNCTION assets.keep_asset();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON assets.fixed_asset REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON assets.fixed_asset REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON assets.fixed_asset REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER value_change_is_right BEFORE INSERT ON assets.value_change FOR EACH ROW EXECUTE FUNCTION assets.witness_value_change();

CREATE TRIGGER value_changes_go_with_their_asset AFTER DELETE ON assets.value_change REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION assets.keep_with_asset();

CREATE TRIGGER value_changes_go_with_their_year AFTER DELETE ON assets.value_change REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'date');

CREATE TRIGGER value_changes_stay BEFORE UPDATE OR TRUNCATE ON assets.value_change FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER value_changes_stay_outside_of_removals BEFORE DELETE ON assets.value_change FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_unless_removing();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON assets.value_change REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON assets.value_change REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON assets.value_change REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON banking.account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON banking.account REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON banking.account REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER no_payment_is_forgotten BEFORE TRUNCATE ON banking.payment FOR EACH STATEMENT EXECUTE FUNCTION banking.keep_payment_file();

CREATE TRIGGER payments_go_with_their_year AFTER DELETE ON banking.payment REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'paid_on payment_date');

CREATE TRIGGER payments_stay BEFORE DELETE OR UPDATE ON banking.payment FOR EACH ROW EXECUTE FUNCTION banking.keep_payment();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON banking.payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON banking.payment REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON banking.payment REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER payment_files_go_with_their_year AFTER DELETE ON banking.payment_file REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'created_at');

CREATE TRIGGER payment_files_stay BEFORE UPDATE OR TRUNCATE ON banking.payment_file FOR EACH STATEMENT EXECUTE FUNCTION banking.keep_payment_file();

CREATE TRIGGER payment_files_stay_outside_of_removals BEFORE DELETE ON banking.payment_file FOR EACH ROW EXECUTE FUNCTION banking.keep_payment_file();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON banking.payment_file REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON banking.payment_file REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON banking.payment_file REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER payment_file_fetches_stay BEFORE UPDATE OR TRUNCATE ON banking.payment_file_fetch FOR EACH STATEMENT EXECUTE FUNCTION banking.keep_payment_file();

CREATE TRIGGER payment_file_fetches_stay_outside_of_removals BEFORE DELETE ON banking.payment_file_fetch FOR EACH ROW EXECUTE FUNCTION banking.keep_payment_file();

CREATE TRIGGER payment_reports_stay BEFORE UPDATE OR TRUNCATE ON banking.payment_report FOR EACH STATEMENT EXECUTE FUNCTION banking.keep_payment_file();

CREATE TRIGGER payment_reports_stay_outside_of_removals BEFORE DELETE ON banking.payment_report FOR EACH ROW EXECUTE FUNCTION banking.keep_payment_file();

CREATE TRIGGER statements_go_with_their_year AFTER DELETE ON banking.statement REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'to_date imported_at');

CREATE TRIGGER statements_stay BEFORE UPDATE OR TRUNCATE ON banking.statement FOR EACH STATEMENT EXECUTE FUNCTION banking.keep_statement();

CREATE TRIGGER statements_stay_outside_of_removals BEFORE DELETE ON banking.statement FOR EACH ROW EXECUTE FUNCTION banking.keep_statement();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON banking.statement REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON banking.statement REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON banking.statement REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER statement_lines_go_with_their_transaction AFTER DELETE ON banking.statement_line REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION banking.keep_with_transaction();

CREATE TRIGGER statement_lines_stay BEFORE UPDATE OR TRUNCATE ON banking.statement_line FOR EACH STATEMENT EXECUTE FUNCTION banking.keep_statement();

CREATE TRIGGER statement_lines_stay_outside_of_removals BEFORE DELETE ON banking.statement_line FOR EACH ROW EXECUTE FUNCTION banking.keep_statement();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON banking.statement_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON banking.statement_line REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON banking.statement_line REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER no_transaction_is_forgotten BEFORE TRUNCATE ON banking.transaction FOR EACH STATEMENT EXECUTE FUNCTION banking.keep_statement();

CREATE TRIGGER transactions_go_with_their_year AFTER DELETE ON banking.transaction REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'date', 'journal_entry_id');

CREATE TRIGGER transactions_stay BEFORE DELETE OR UPDATE ON banking.transaction FOR EACH ROW EXECUTE FUNCTION banking.keep_transaction();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON banking.transaction REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON banking.transaction REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON banking.transaction REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER part_is_one BEFORE INSERT ON banking.transaction_part FOR EACH ROW EXECUTE FUNCTION banking.keep_part();

CREATE TRIGGER parts_go_with_their_transaction AFTER DELETE ON banking.transaction_part REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION banking.keep_with_transaction();

CREATE TRIGGER parts_stay BEFORE UPDATE OR TRUNCATE ON banking.transaction_part FOR EACH STATEMENT EXECUTE FUNCTION banking.keep_parts();

CREATE TRIGGER parts_stay_outside_of_removals BEFORE DELETE ON banking.transaction_part FOR EACH ROW EXECUTE FUNCTION banking.keep_parts();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON banking.transaction_part REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON banking.transaction_part REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON banking.transaction_part REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER counted_when_added AFTER INSERT ON documents.upload REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows('upload');

CREATE TRIGGER counted_when_removed AFTER DELETE ON documents.upload REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows('upload');

CREATE TRIGGER deleted_drops_file AFTER UPDATE ON documents.upload FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION documents.drop_file();

CREATE TRIGGER upload_goes_with_its_entry BEFORE DELETE ON documents.upload FOR EACH ROW EXECUTE FUNCTION ledger.keep_upload();

CREATE TRIGGER upload_stays BEFORE UPDATE ON documents.upload FOR EACH ROW EXECUTE FUNCTION documents.keep_upload();

CREATE TRIGGER uploads_stay BEFORE TRUNCATE ON documents.upload FOR EACH STATEMENT EXECUTE FUNCTION documents.keep_all_uploads();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON documents.upload REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON documents.upload REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON documents.upload REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER client_has_its_name BEFORE INSERT ON identity.agency_company FOR EACH ROW EXECUTE FUNCTION identity.copy_client_name();

CREATE TRIGGER agency_member_is_open BEFORE INSERT ON identity.agency_member FOR EACH ROW EXECUTE FUNCTION identity.refuse_closed();

CREATE TRIGGER company_renames_client AFTER UPDATE OF name ON identity.company FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION identity.rename_client();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON identity.company REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON identity.company REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON identity.company REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER company_member_is_open BEFORE INSERT ON identity.company_member FOR EACH ROW EXECUTE FUNCTION identity.refuse_closed();

CREATE TRIGGER owner_is_told AFTER INSERT OR DELETE OR UPDATE ON identity.company_member FOR EACH ROW EXECUTE FUNCTION identity.tell_owner();

CREATE TRIGGER invitation_stays_answered BEFORE UPDATE ON identity.invitation FOR EACH ROW WHEN (((old.accepted_at IS NOT NULL) OR (old.withdrawn_at IS NOT NULL))) EXECUTE FUNCTION identity.keep_invitation();

CREATE TRIGGER operator_is_open BEFORE INSERT ON identity.operator FOR EACH ROW EXECUTE FUNCTION identity.refuse_closed();

CREATE TRIGGER passkey_is_open BEFORE INSERT ON identity.passkey FOR EACH ROW EXECUTE FUNCTION identity.refuse_closed();

CREATE TRIGGER session_is_open BEFORE INSERT ON identity.session FOR EACH ROW EXECUTE FUNCTION identity.refuse_closed();

CREATE TRIGGER account_added AFTER INSERT ON ledger.account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger.renew_version();

CREATE TRIGGER account_changed AFTER UPDATE ON ledger.account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger.renew_version();

CREATE TRIGGER account_keeps_its_number BEFORE UPDATE ON ledger.account FOR EACH ROW WHEN (((old.number <> new.number) OR (old.company_id <> new.company_id))) EXECUTE FUNCTION ledger.refuse_lost_account();

CREATE TRIGGER account_stays BEFORE DELETE OR TRUNCATE ON ledger.account FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_lost_account();

CREATE TRIGGER vat_code_is_noted BEFORE UPDATE ON ledger.account FOR EACH ROW WHEN (((old.vat_code IS NOT NULL) AND (old.vat_code IS DISTINCT FROM new.vat_code))) EXECUTE FUNCTION ledger.note_vat_code();

CREATE TRIGGER account_role_added AFTER INSERT ON ledger.account_role REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger.renew_version();

CREATE TRIGGER account_role_changed AFTER UPDATE ON ledger.account_role REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger.renew_version();

CREATE TRIGGER accounting_currency_stays BEFORE UPDATE ON ledger.book FOR EACH ROW WHEN ((old.accounting_currency IS DISTINCT FROM new.accounting_currency)) EXECUTE FUNCTION ledger.refuse_moved_currency();

CREATE TRIGGER lock_date_changed BEFORE UPDATE ON ledger.book FOR EACH ROW WHEN (((old.lock_date IS DISTINCT FROM new.lock_date) OR (old.vat_lock_date IS DISTINCT FROM new.vat_lock_date) OR (old.accounting_currency IS DISTINCT FROM new.accounting_currency))) EXECUTE FUNCTION ledger.renew_own_version();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON ledger.book FOR EACH ROW EXECUTE FUNCTION platform.witness_row();

CREATE TRIGGER witnessed_when_locked AFTER UPDATE ON ledger.book FOR EACH ROW WHEN (((old.lock_date IS DISTINCT FROM new.lock_date) OR (old.vat_lock_date IS DISTINCT FROM new.vat_lock_date) OR (old.accounting_currency IS DISTINCT FROM new.accounting_currency))) EXECUTE FUNCTION platform.witness_row();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON ledger.comparative_balance REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON ledger.comparative_balance REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON ledger.comparative_balance REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER fiscal_year_added AFTER INSERT ON ledger.fiscal_year REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger.renew_version();

CREATE TRIGGER fiscal_year_changed AFTER UPDATE ON ledger.fiscal_year REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger.renew_version();

CREATE TRIGGER fiscal_year_opens_anew BEFORE UPDATE ON ledger.fiscal_year FOR EACH ROW WHEN ((old.opening_revision <> new.opening_revision)) EXECUTE FUNCTION ledger.witness_opening_revision();

CREATE TRIGGER fiscal_year_stays BEFORE UPDATE ON ledger.fiscal_year FOR EACH ROW WHEN ((((((old.company_id IS DISTINCT FROM new.company_id) OR (old.id IS DISTINCT FROM new.id)) OR (old.start_date IS DISTINCT FROM new.start_date)) OR (old.end_date IS DISTINCT FROM new.end_date)) OR ((old.closed_at IS NOT NULL) AND ((old.closed_at IS DISTINCT FROM new.closed_at) OR (old.closed_by IS DISTINCT FROM new.closed_by))))) EXECUTE FUNCTION ledger.refuse_moved_year();

CREATE TRIGGER fiscal_years_added_in_order AFTER INSERT ON ledger.fiscal_year REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger.witness_closed_years();

CREATE TRIGGER fiscal_years_closed_in_order AFTER UPDATE ON ledger.fiscal_year REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger.witness_closed_years();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON ledger.fiscal_year REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON ledger.fiscal_year REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON ledger.fiscal_year REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER year_is_removed_once BEFORE UPDATE ON ledger.fiscal_year FOR EACH ROW WHEN ((old.removed_at IS DISTINCT FROM new.removed_at)) EXECUTE FUNCTION ledger.witness_year_removed();

CREATE TRIGGER reopenings_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.fiscal_year_reopening FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON ledger.fiscal_year_reopening REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON ledger.fiscal_year_reopening REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON ledger.fiscal_year_reopening REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER entries_are_in_open_years AFTER INSERT ON ledger.journal_entry REFERENCING NEW TABLE AS booked FOR EACH STATEMENT EXECUTE FUNCTION ledger.witness_entries();

CREATE TRIGGER entries_go_with_their_year AFTER DELETE ON ledger.journal_entry REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_entries();

CREATE TRIGGER entries_stay BEFORE UPDATE OR TRUNCATE ON ledger.journal_entry FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER entries_stay_outside_of_removals BEFORE DELETE ON ledger.journal_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_unless_removing();

CREATE CONSTRAINT TRIGGER entry_has_items AFTER INSERT ON ledger.journal_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.witness_entry_has_items();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON ledger.journal_entry_comment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON ledger.journal_entry_comment REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON ledger.journal_entry_comment REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER items_are_complete AFTER INSERT ON ledger.journal_entry_item REFERENCING NEW TABLE AS booked FOR EACH STATEMENT EXECUTE FUNCTION ledger.witness_items();

CREATE TRIGGER items_go_with_their_year AFTER DELETE ON ledger.journal_entry_item REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_items();

CREATE TRIGGER items_stay BEFORE UPDATE OR TRUNCATE ON ledger.journal_entry_item FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER items_stay_outside_of_removals BEFORE DELETE ON ledger.journal_entry_item FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_unless_removing();

CREATE TRIGGER item_tags_are_in_measure AFTER INSERT ON ledger.journal_entry_item_tag REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.witness_tags();

CREATE TRIGGER item_tags_are_set_anew BEFORE UPDATE OR TRUNCATE ON ledger.journal_entry_item_tag FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_tag_change();

CREATE TRIGGER tags_are_in_measure AFTER INSERT ON ledger.journal_entry_tag REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.witness_tags();

CREATE TRIGGER tags_are_set_anew BEFORE UPDATE OR TRUNCATE ON ledger.journal_entry_tag FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_tag_change();

CREATE TRIGGER kept_entries_stay BEFORE TRUNCATE ON ledger.kept_entry FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER kept_entry_stays BEFORE INSERT OR DELETE OR UPDATE ON ledger.kept_entry FOR EACH ROW EXECUTE FUNCTION ledger.keep_kept_entry();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON ledger.kept_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON ledger.kept_entry REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON ledger.kept_entry REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER opening_balances_are_of_the_next_revision AFTER INSERT ON ledger.opening_balance REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.witness_opening_balances();

CREATE TRIGGER opening_balances_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.opening_balance FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON ledger.opening_balance REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON ledger.opening_balance REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON ledger.opening_balance REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER revisions_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.opening_revision FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON ledger.opening_revision REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON ledger.opening_revision REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON ledger.opening_revision REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER removed_number_stays BEFORE INSERT OR DELETE OR UPDATE ON ledger.removed_number FOR EACH ROW EXECUTE FUNCTION ledger.keep_removed_number();

CREATE TRIGGER removed_numbers_stay BEFORE TRUNCATE ON ledger.removed_number FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON ledger.removed_number REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON ledger.removed_number REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON ledger.removed_number REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE CONSTRAINT TRIGGER removal_is_whole AFTER INSERT ON ledger.removed_year DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.witness_removal_is_whole();

CREATE TRIGGER removed_year_is_over BEFORE INSERT ON ledger.removed_year FOR EACH ROW EXECUTE FUNCTION ledger.witness_removed_year();

CREATE TRIGGER removed_years_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.removed_year FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON ledger.removed_year REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON ledger.removed_year REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON ledger.removed_year REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON ledger.series_gap REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON ledger.series_gap REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON ledger.series_gap REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER sie_import_goes_with_its_year BEFORE DELETE ON ledger.sie_import FOR EACH ROW EXECUTE FUNCTION ledger.keep_imports();

CREATE TRIGGER sie_imports_stay BEFORE UPDATE OR TRUNCATE ON ledger.sie_import FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER sie_imports_stay_outside_of_removals BEFORE DELETE ON ledger.sie_import FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_unless_removing();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON ledger.sie_import REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON ledger.sie_import REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON ledger.sie_import REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER tag_stays_in_group BEFORE UPDATE ON ledger.tag FOR EACH ROW WHEN (((((new.company_id IS DISTINCT FROM old.company_id) OR (new.id IS DISTINCT FROM old.id)) OR (new.tag_group_id IS DISTINCT FROM old.tag_group_id)) OR (new.code IS DISTINCT FROM old.code))) EXECUTE FUNCTION ledger.keep_tag();

CREATE TRIGGER tag_group_keeps_dimension BEFORE UPDATE ON ledger.tag_group FOR EACH ROW WHEN (((((new.company_id IS DISTINCT FROM old.company_id) OR (new.id IS DISTINCT FROM old.id)) OR (new.dimension_number IS DISTINCT FROM old.dimension_number)) OR (new.parent_dimension_number IS DISTINCT FROM old.parent_dimension_number))) EXECUTE FUNCTION ledger.keep_tag();

CREATE TRIGGER vat_report_added AFTER INSERT ON ledger.vat_report REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger.renew_version();

CREATE TRIGGER vat_report_changed AFTER UPDATE ON ledger.vat_report REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ledger.renew_version();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON ledger.vat_report REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON ledger.vat_report REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON ledger.vat_report REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER history_is_not_emptied BEFORE TRUNCATE ON platform.event FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER history_only_grows BEFORE DELETE OR UPDATE ON platform.event FOR EACH ROW EXECUTE FUNCTION platform.keep_event();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON platform.event FOR EACH ROW WHEN ((new.id IS NOT NULL)) EXECUTE FUNCTION platform.witness_history();

CREATE TRIGGER witness_stays BEFORE DELETE OR UPDATE ON platform.witness FOR EACH ROW EXECUTE FUNCTION platform.keep_witness();

CREATE CONSTRAINT TRIGGER witnesses_are_chained AFTER INSERT ON platform.witness DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION platform.chain_witness();

CREATE TRIGGER witnesses_stay BEFORE TRUNCATE ON platform.witness FOR EACH STATEMENT EXECUTE FUNCTION platform.keep_witness();

CREATE TRIGGER witness_heads_stay BEFORE DELETE OR TRUNCATE ON platform.witness_head FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER witness_shapes_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON platform.witness_shape FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER advances_are_not_emptied BEFORE TRUNCATE ON purchasing.advance FOR EACH STATEMENT EXECUTE FUNCTION purchasing.refuse_emptying();

CREATE TRIGGER advances_go_with_their_year AFTER DELETE ON purchasing.advance REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'date', 'journal_entry_id');

CREATE TRIGGER advances_stay BEFORE DELETE OR UPDATE ON purchasing.advance FOR EACH ROW EXECUTE FUNCTION purchasing.keep_advance();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON purchasing.advance REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON purchasing.advance REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON purchasing.advance REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER uses_are_counted AFTER INSERT ON purchasing.advance_use FOR EACH ROW EXECUTE FUNCTION purchasing.add_advance_use();

CREATE TRIGGER uses_are_not_emptied BEFORE TRUNCATE ON purchasing.advance_use FOR EACH STATEMENT EXECUTE FUNCTION purchasing.refuse_emptying();

CREATE TRIGGER uses_go_with_their_year AFTER DELETE ON purchasing.advance_use REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'date', 'journal_entry_id');

CREATE TRIGGER uses_stay BEFORE DELETE OR UPDATE ON purchasing.advance_use FOR EACH ROW EXECUTE FUNCTION purchasing.keep_advance_use();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON purchasing.advance_use REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON purchasing.advance_use REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON purchasing.advance_use REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER all_payments_stay BEFORE TRUNCATE ON purchasing.payment FOR EACH STATEMENT EXECUTE FUNCTION purchasing.refuse_emptying();

CREATE TRIGGER payments_add_up AFTER INSERT ON purchasing.payment FOR EACH ROW EXECUTE FUNCTION purchasing.add_payment();

CREATE TRIGGER payments_go_with_their_invoice AFTER DELETE ON purchasing.payment REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION purchasing.keep_with_supplier_invoice();

CREATE TRIGGER payments_go_with_their_year AFTER DELETE ON purchasing.payment REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'date', 'journal_entry_id', 'moved_entry_id');

CREATE TRIGGER payments_stay BEFORE DELETE OR UPDATE ON purchasing.payment FOR EACH ROW EXECUTE FUNCTION purchasing.keep_payments();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON purchasing.payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON purchasing.payment REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON purchasing.payment REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON purchasing.settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON purchasing.settings REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON purchasing.settings REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER counted_when_added AFTER INSERT ON purchasing.supplier REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows('supplier');

CREATE TRIGGER counted_when_removed AFTER DELETE ON purchasing.supplier REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows('supplier');

CREATE TRIGGER witnessed_when_added AFTER INSERT ON purchasing.supplier REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON purchasing.supplier REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON purchasing.supplier REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER counted_when_added AFTER INSERT ON purchasing.supplier_invoice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows('supplierInvoice');

CREATE TRIGGER counted_when_removed AFTER DELETE ON purchasing.supplier_invoice REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows('supplierInvoice');

CREATE TRIGGER open_with_change AFTER INSERT OR UPDATE ON purchasing.supplier_invoice FOR EACH ROW EXECUTE FUNCTION purchasing.keep_open_days();

CREATE TRIGGER recorded_supplier_invoices_stay BEFORE DELETE OR UPDATE ON purchasing.supplier_invoice FOR EACH ROW WHEN (((old.recorded_at IS NOT NULL) OR (old.paid_ore <> 0))) EXECUTE FUNCTION purchasing.keep_supplier_invoice();

CREATE TRIGGER supplier_invoices_go_with_their_year AFTER DELETE ON purchasing.supplier_invoice REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('recorded_at', 'invoice_date', 'journal_entry_id');

CREATE TRIGGER supplier_invoices_have_own_rate BEFORE INSERT OR UPDATE OF currency, currency_rate, total_ore, total_base_ore ON purchasing.supplier_invoice FOR EACH ROW EXECUTE FUNCTION purchasing.witness_own_currency();

CREATE TRIGGER supplier_invoices_stay BEFORE TRUNCATE ON purchasing.supplier_invoice FOR EACH STATEMENT EXECUTE FUNCTION purchasing.refuse_emptying();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON purchasing.supplier_invoice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON purchasing.supplier_invoice REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON purchasing.supplier_invoice REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER all_lines_stay BEFORE TRUNCATE ON purchasing.supplier_invoice_line FOR EACH STATEMENT EXECUTE FUNCTION purchasing.refuse_emptying();

CREATE TRIGGER lines_go_with_their_invoice AFTER DELETE ON purchasing.supplier_invoice_line REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION purchasing.keep_with_supplier_invoice();

CREATE TRIGGER lines_stay BEFORE INSERT OR DELETE OR UPDATE ON purchasing.supplier_invoice_line FOR EACH ROW EXECUTE FUNCTION purchasing.keep_lines();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON purchasing.supplier_invoice_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON purchasing.supplier_invoice_line REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON purchasing.supplier_invoice_line REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER attachment_drops_file AFTER DELETE ON sales.attachment FOR EACH ROW EXECUTE FUNCTION sales.drop_file();

CREATE TRIGGER document_attachments_stay BEFORE TRUNCATE ON sales.attachment FOR EACH STATEMENT EXECUTE FUNCTION sales.refuse_emptying();

CREATE TRIGGER published_attachments_stay AFTER INSERT OR DELETE OR UPDATE ON sales.attachment FOR EACH ROW EXECUTE FUNCTION sales.keep_published_part();

CREATE TRIGGER counted_when_added AFTER INSERT ON sales.customer REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows('customer');

CREATE TRIGGER counted_when_removed AFTER DELETE ON sales.customer REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows('customer');

CREATE TRIGGER income_shares_go_with_their_document AFTER DELETE ON sales.income_share REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION sales.keep_with_document();

CREATE TRIGGER income_shares_go_with_their_year AFTER DELETE ON sales.income_share REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'date', 'journal_entry_id');

CREATE TRIGGER income_shares_stay BEFORE UPDATE OR TRUNCATE ON sales.income_share FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER income_shares_stay_outside_of_removals BEFORE DELETE ON sales.income_share FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_unless_removing();

CREATE TRIGGER open_with_unbooked_share AFTER INSERT ON sales.income_share FOR EACH ROW WHEN ((new.journal_entry_id IS NULL)) EXECUTE FUNCTION sales.open_with_money();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON sales.income_share REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON sales.income_share REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON sales.income_share REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER counted_when_added AFTER INSERT ON sales.invoice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sales.count_documents();

CREATE TRIGGER counted_when_removed AFTER DELETE ON sales.invoice REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sales.count_documents();

CREATE TRIGGER credit_counts AFTER INSERT OR UPDATE OF published_at ON sales.invoice FOR EACH ROW WHEN (((new.kind = 'creditNote'::text) AND (new.published_at IS NOT NULL))) EXECUTE FUNCTION sales.keep_credited();

CREATE TRIGGER credits_follow_invoices BEFORE UPDATE OF journal_entry_id ON sales.invoice FOR EACH ROW WHEN (((new.kind = 'creditNote'::text) AND (old.journal_entry_id IS NULL) AND (new.journal_entry_id IS NOT NULL))) EXECUTE FUNCTION sales.witness_credit_entry();

CREATE TRIGGER documents_go_with_their_year AFTER DELETE ON sales.invoice REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('published_at', 'date', 'journal_entry_id');

CREATE TRIGGER documents_stay BEFORE TRUNCATE ON sales.invoice FOR EACH STATEMENT EXECUTE FUNCTION sales.refuse_emptying();

CREATE TRIGGER numbers_follow BEFORE INSERT OR UPDATE OF number ON sales.invoice FOR EACH ROW WHEN ((new.number IS NOT NULL)) EXECUTE FUNCTION sales.witness_number();

CREATE TRIGGER open_with_change AFTER UPDATE OF published_at, recorded_at, journal_entry_id, paid_base_ore, settled_base_ore, credited_base_ore, reduction_base_ore ON sales.invoice FOR EACH ROW WHEN ((new.published_at IS NOT NULL)) EXECUTE FUNCTION sales.open_with_document();

CREATE TRIGGER open_with_publication AFTER INSERT ON sales.invoice FOR EACH ROW WHEN ((new.published_at IS NOT NULL)) EXECUTE FUNCTION sales.open_with_document();

CREATE TRIGGER parts_are_witnessed AFTER UPDATE ON sales.invoice FOR EACH ROW WHEN (((old.published_at IS NULL) AND (new.published_at IS NOT NULL))) EXECUTE FUNCTION sales.witness_published();

CREATE TRIGGER published_on_open_days BEFORE UPDATE OF published_at ON sales.invoice FOR EACH ROW WHEN (((old.published_at IS NULL) AND (new.published_at IS NOT NULL))) EXECUTE FUNCTION sales.witness_day();

CREATE TRIGGER published_stays BEFORE DELETE OR UPDATE ON sales.invoice FOR EACH ROW WHEN ((old.published_at IS NOT NULL)) EXECUTE FUNCTION sales.keep_published();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON sales.invoice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement('published_at');

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON sales.invoice REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement('published_at');

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON sales.invoice REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement('published_at');

CREATE TRIGGER document_lines_stay BEFORE TRUNCATE ON sales.invoice_line FOR EACH STATEMENT EXECUTE FUNCTION sales.refuse_emptying();

CREATE TRIGGER lines_stand_on_income BEFORE INSERT OR UPDATE OF account ON sales.invoice_line FOR EACH ROW WHEN (((new.account)::text ~ '^(20|26|1650|899)'::text)) EXECUTE FUNCTION sales.witness_line_account();

CREATE TRIGGER published_lines_stay AFTER INSERT OR DELETE OR UPDATE ON sales.invoice_line FOR EACH ROW EXECUTE FUNCTION sales.keep_published_part();

CREATE TRIGGER counted_when_added AFTER INSERT ON sales.item REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows('item');

CREATE TRIGGER counted_when_removed AFTER DELETE ON sales.item REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.count_rows('item');

CREATE TRIGGER items_stand_on_income BEFORE INSERT OR UPDATE OF account ON sales.item FOR EACH ROW WHEN (((new.account)::text ~ '^(20|26|1650|899)'::text)) EXECUTE FUNCTION sales.witness_sales_account();

CREATE TRIGGER paper_stays BEFORE DELETE OR UPDATE ON sales.paper FOR EACH ROW EXECUTE FUNCTION sales.keep_paper();

CREATE TRIGGER papers_go_with_their_document AFTER DELETE ON sales.paper REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION sales.keep_with_document();

CREATE TRIGGER papers_stay BEFORE TRUNCATE ON sales.paper FOR EACH STATEMENT EXECUTE FUNCTION sales.refuse_emptying();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON sales.paper REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON sales.paper REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON sales.paper REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER open_with_recording AFTER UPDATE OF recorded_at ON sales.payment FOR EACH ROW EXECUTE FUNCTION sales.open_with_money();

CREATE TRIGGER payments_add_up AFTER INSERT OR DELETE ON sales.payment FOR EACH ROW EXECUTE FUNCTION sales.add_payment();

CREATE TRIGGER payments_go_with_their_year AFTER DELETE ON sales.payment REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('recorded_at', 'date', 'journal_entry_id');

CREATE TRIGGER payments_stay BEFORE TRUNCATE ON sales.payment FOR EACH STATEMENT EXECUTE FUNCTION sales.refuse_emptying();

CREATE TRIGGER recorded_payments_stay BEFORE DELETE OR UPDATE ON sales.payment FOR EACH ROW EXECUTE FUNCTION sales.keep_recorded();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON sales.payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON sales.payment REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON sales.payment REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER sendings_are_kept BEFORE TRUNCATE ON sales.sending FOR EACH STATEMENT EXECUTE FUNCTION sales.refuse_emptying();

CREATE TRIGGER sendings_go_with_their_document AFTER DELETE ON sales.sending REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION sales.keep_with_document();

CREATE TRIGGER sendings_stay BEFORE INSERT OR DELETE OR UPDATE ON sales.sending FOR EACH ROW EXECUTE FUNCTION sales.keep_sending();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON sales.settings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON sales.settings REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON sales.settings REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER currencies_differ BEFORE INSERT ON sales.settlement FOR EACH ROW WHEN ((new.type = 'currency'::text)) EXECUTE FUNCTION sales.witness_currency();

CREATE TRIGGER open_with_recording AFTER UPDATE OF recorded_at ON sales.settlement FOR EACH ROW EXECUTE FUNCTION sales.open_with_money();

CREATE TRIGGER recorded_settlements_stay BEFORE DELETE OR UPDATE ON sales.settlement FOR EACH ROW EXECUTE FUNCTION sales.keep_recorded();

CREATE TRIGGER settlements_add_up AFTER INSERT OR DELETE ON sales.settlement FOR EACH ROW EXECUTE FUNCTION sales.add_settlement();

CREATE TRIGGER settlements_go_with_their_year AFTER DELETE ON sales.settlement REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('recorded_at', 'date', 'journal_entry_id');

CREATE TRIGGER settlements_stay BEFORE TRUNCATE ON sales.settlement FOR EACH STATEMENT EXECUTE FUNCTION sales.refuse_emptying();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON sales.settlement REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON sales.settlement REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON sales.settlement REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER statement_sendings_are_kept BEFORE TRUNCATE ON sales.statement_sending FOR EACH STATEMENT EXECUTE FUNCTION sales.refuse_emptying();

CREATE TRIGGER statement_sendings_stay BEFORE DELETE OR UPDATE ON sales.statement_sending FOR EACH ROW EXECUTE FUNCTION sales.keep_statement_sending();

CREATE TRIGGER published_reductions_stay AFTER INSERT OR DELETE OR UPDATE ON sales.tax_reduction FOR EACH ROW EXECUTE FUNCTION sales.keep_published_reduction();

CREATE TRIGGER reductions_stay BEFORE TRUNCATE ON sales.tax_reduction FOR EACH STATEMENT EXECUTE FUNCTION sales.refuse_emptying();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON sales.tax_reduction REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON sales.tax_reduction REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON sales.tax_reduction REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER answers_go_with_their_document AFTER DELETE ON sales.tax_reduction_answer REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION sales.keep_with_document();

CREATE TRIGGER answers_go_with_their_year AFTER DELETE ON sales.tax_reduction_answer REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'date', 'journal_entry_id');

CREATE TRIGGER answers_stay BEFORE UPDATE OR TRUNCATE ON sales.tax_reduction_answer FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER answers_stay_outside_of_removals BEFORE DELETE ON sales.tax_reduction_answer FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_unless_removing();

CREATE TRIGGER open_with_answer AFTER INSERT ON sales.tax_reduction_answer FOR EACH ROW EXECUTE FUNCTION sales.open_with_money();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON sales.tax_reduction_answer REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON sales.tax_reduction_answer REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON sales.tax_reduction_answer REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER published_people_stay AFTER INSERT OR DELETE OR UPDATE ON sales.tax_reduction_person FOR EACH ROW EXECUTE FUNCTION sales.keep_published_reduction();

CREATE TRIGGER reduction_people_stay BEFORE TRUNCATE ON sales.tax_reduction_person FOR EACH STATEMENT EXECUTE FUNCTION sales.refuse_emptying();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON sales.tax_reduction_person REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON sales.tax_reduction_person REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON sales.tax_reduction_person REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER statements_go_with_their_year AFTER DELETE ON tax_account.statement REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'to_date');

CREATE TRIGGER statements_stay BEFORE UPDATE OR TRUNCATE ON tax_account.statement FOR EACH STATEMENT EXECUTE FUNCTION tax_account.keep_statement();

CREATE TRIGGER statements_stay_outside_of_removals BEFORE DELETE ON tax_account.statement FOR EACH ROW EXECUTE FUNCTION tax_account.keep_statement();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON tax_account.statement REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON tax_account.statement REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON tax_account.statement REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER no_transaction_is_forgotten BEFORE TRUNCATE ON tax_account.transaction FOR EACH STATEMENT EXECUTE FUNCTION tax_account.keep_statement();

CREATE TRIGGER transactions_go_with_their_year AFTER DELETE ON tax_account.transaction REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'date', 'journal_entry_id');

CREATE TRIGGER transactions_stay BEFORE DELETE OR UPDATE ON tax_account.transaction FOR EACH ROW EXECUTE FUNCTION tax_account.keep_transaction();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON tax_account.transaction REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON tax_account.transaction REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON tax_account.transaction REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER margins_go_with_their_year AFTER DELETE ON vat.margin REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'end_date', 'journal_entry_id');

CREATE TRIGGER margins_stay BEFORE UPDATE OR TRUNCATE ON vat.margin FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER margins_stay_outside_of_removals BEFORE DELETE ON vat.margin FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_unless_removing();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON vat.margin REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON vat.margin REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON vat.margin REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON vat.margin_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON vat.margin_account REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON vat.margin_account REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON vat.margin_opening REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON vat.margin_opening REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON vat.margin_opening REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON vat.oss_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON vat.oss_account REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON vat.oss_account REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER oss_returns_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON vat.oss_return FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON vat.oss_return REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON vat.oss_return REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON vat.oss_return REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER returns_follow BEFORE INSERT ON vat.vat_return FOR EACH ROW EXECUTE FUNCTION vat.returns_follow();

CREATE TRIGGER returns_go_with_their_year AFTER DELETE ON vat.vat_return REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_documents('', 'end_date', 'journal_entry_id');

CREATE TRIGGER returns_stay BEFORE UPDATE OR TRUNCATE ON vat.vat_return FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER returns_stay_outside_of_removals BEFORE DELETE ON vat.vat_return FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_unless_removing();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON vat.vat_return REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON vat.vat_return REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON vat.vat_return REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER closing_goes_with_its_year BEFORE DELETE OR UPDATE ON year_end.closing FOR EACH ROW EXECUTE FUNCTION year_end.keep_of_year();

CREATE TRIGGER closings_stay BEFORE TRUNCATE ON year_end.closing FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON year_end.closing REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON year_end.closing REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON year_end.closing REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER handing_in_goes_with_its_year BEFORE DELETE OR UPDATE ON year_end.handing_in FOR EACH ROW EXECUTE FUNCTION year_end.keep_of_year();

CREATE TRIGGER handing_in_stays BEFORE TRUNCATE ON year_end.handing_in FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON year_end.handing_in REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON year_end.handing_in REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON year_end.handing_in REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER revaluation_goes_with_its_year BEFORE DELETE OR UPDATE ON year_end.revaluation FOR EACH ROW EXECUTE FUNCTION year_end.keep_of_year();

CREATE TRIGGER revaluation_stays BEFORE TRUNCATE ON year_end.revaluation FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON year_end.revaluation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON year_end.revaluation REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON year_end.revaluation REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER taken_proposal_goes_with_its_year BEFORE DELETE OR UPDATE ON year_end.taken_proposal FOR EACH ROW EXECUTE FUNCTION year_end.keep_of_year();

CREATE TRIGGER taken_proposal_stays BEFORE TRUNCATE ON year_end.taken_proposal FOR EACH STATEMENT EXECUTE FUNCTION platform.refuse_change();

CREATE TRIGGER witnessed_when_added AFTER INSERT ON year_end.taken_proposal REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_changed AFTER UPDATE ON year_end.taken_proposal REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();

CREATE TRIGGER witnessed_when_removed AFTER DELETE ON year_end.taken_proposal REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION platform.witness_statement();
