-- Invoices of an advance (förskottsfaktura): what they ask for is no income yet.

alter table sales.invoice drop constraint invoice_type_check;
alter table sales.invoice add constraint invoice_type_check check (type in ('invoice', 'cashInvoice', 'advanceInvoice'));
