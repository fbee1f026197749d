-- Whoever runs an integration looks at its webhooks in all companies.
create index subscription_of_integration on webhooks.subscription (owner_id, id) where owner_kind = 'integration';
