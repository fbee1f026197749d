-- Customers that are found in the Peppol network elsewhere than their numbers say: the scheme (EAS) and the number.

alter table sales.customer add peppol_scheme text check (peppol_scheme ~ '^\d{4}$');
alter table sales.customer add peppol_id text check (peppol_id ~ '^[A-Za-z0-9._~:-]{1,50}$');
alter table sales.customer add check ((peppol_scheme is null) = (peppol_id is null));
