-- The PDF of a published document that encloses nothing but a logo is made when somebody asks for it first: until then
-- its paper has what it will be made of.
alter table sales.paper
  alter column pdf_digest drop not null,
  alter column pdf_size drop not null,
  add column logo_digest bytea,
  add check ((pdf_digest is null) = (pdf_size is null)),
  add check (pdf_digest is not null or pdf_key is null);
select platform.renew_shape('sales.paper');

create index paper_without_pdf on sales.paper (company_id, invoice_id) where pdf_digest is null;
