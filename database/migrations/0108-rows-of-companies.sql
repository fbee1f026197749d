-- The rows of a company are found at once when it is removed, also in tables that are kept by other keys: everybody of
-- the company waits meanwhile. And companies that were removed of late, whose files are looked for again.
create index rollout_step_of_company on agency.template_rollout_step (company_id);
create index draft_of_company on desk.draft (company_id) where company_id is not null;
create index company_removed on identity.company (removed_at) where removed_at is not null;
create index mail_of_company on platform.mail (company_id) where company_id is not null;
create index mail_return_of_company on platform.mail_return (company_id);
