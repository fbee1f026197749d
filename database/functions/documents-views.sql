-- Views of uploads for other contexts.

-- Uploads that are supporting documents of journal entries.
create or replace view documents.upload_of_entry_view with (security_invoker = true) as
select company_id, id, journal_entry_id, connected_at, modified_at from documents.upload where journal_entry_id is not null;
