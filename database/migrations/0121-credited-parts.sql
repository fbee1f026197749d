-- What a published credit note credits of each rate's tax, and of each part of its invoice in SEK: all notes of an
-- invoice together credit all of it and nothing more. Those that were published before were rounded by themselves.
alter table sales.invoice add column credited_parts jsonb;
alter table sales.invoice
  add constraint invoice_credited_parts_check check (credited_parts is null or kind = 'creditNote');
