-- A company may say nothing of when its invoices are due: then 30 days hold, as where it never had settings.

alter table sales.settings alter payment_terms_days drop not null, alter payment_terms_days drop default;
