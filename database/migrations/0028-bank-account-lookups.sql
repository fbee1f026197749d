-- As of other tables: a bank account is looked up by its key, and by its IBAN where the IBAN is named.
alter table banking.account drop constraint account_company_id_iban_key;
create unique index account_by_iban on banking.account (company_id, iban) where iban is not null;
