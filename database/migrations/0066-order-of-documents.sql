-- Documents of a supplier invoice have an order that people give them: the first is the one beside the form. Those
-- without a place come after, in the order they came. A document can be let go by itself until its invoice is booked.
alter table documents.upload
  add column place smallint check (place between 1 and 100),
  add constraint upload_has_a_place_in_an_invoice check (place is null or supplier_invoice_id is not null),
  add constraint upload_place_is_its_own unique (company_id, supplier_invoice_id, place) deferrable initially deferred;
