-- What the file makes of an entry, by which its kind of file knows it again: what the transaction is kept by may be from
-- the other kind of file, which says another day of it. Lines from before say nothing of it.
alter table banking.statement_line add column entry_identity text;
select platform.renew_shape('banking.statement_line');
create index line_of_entry on banking.statement_line (company_id, entry_identity) where entry_identity is not null;
