-- Programs that register themselves as clients (RFC 7591), or whose id is the address of a document about them. They
-- have no owner here and no secret.
alter table access.integration alter column owner_id drop not null;
alter table access.integration
  add column registered_by text not null default 'person' check (registered_by in ('person', 'itself', 'document'));
alter table access.integration
  add constraint integration_owner_check check ((registered_by = 'person') = (owner_id is not null));
-- The address of the document, and until when it may be used as it was read.
alter table access.integration
  add column document_url text check ((registered_by = 'document') = (document_url is not null));
alter table access.integration add column document_until timestamptz;
create unique index integration_document on access.integration (document_url) where document_url is not null;
create index integration_without_owner on access.integration (created_at) where registered_by <> 'person';
