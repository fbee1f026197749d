-- An upload is looked up by its key, also by plans that were made while the table was empty: an index that begins as the
-- key does would serve those as well, and read all uploads of a company later.
alter table documents.upload
  drop constraint upload_place_is_its_own,
  add constraint upload_place_is_its_own unique (supplier_invoice_id, place, company_id) deferrable initially deferred;
