-- What one person or integration has under way is counted in all companies together: who made a token, whose a webhook
-- is, and for whom a job is done.
alter table identity.api_token add column made_by uuid;
update identity.api_token t set made_by = e.actor_id from platform.event e
where e.tenant_id = t.company_id and e.id is not null and e.kind = 'token.created' and e.actor_kind = 'user'
  and e.detail ->> 'id' = t.id::text;

alter table webhooks.subscription add column account_id uuid;
update webhooks.subscription s set account_id = e.actor_id from platform.event e
where e.tenant_id = s.company_id and e.id is not null and e.kind = 'webhook.created'
  and e.actor_kind in ('user', 'integration') and e.detail ->> 'id' = s.id::text;
update webhooks.subscription s set account_id = t.made_by from identity.api_token t
where t.company_id = s.company_id and t.id = s.owner_id and s.owner_kind = 'token';

alter table platform.job add column account_id uuid not null default '00000000-0000-0000-0000-000000000000';
drop index platform.job_of_kind;
create index job_of_account on platform.job (tenant_id, kind, account_id, due_at, number) where failed_at is null;
