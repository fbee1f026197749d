-- What an invoice says beside its lines: when the goods or services were supplied (mervärdesskattelagen 2023:200,
-- 17 kap. 24 § 7), why no tax is charged where neither rule nor number tells, and whether a document that lacks what the
-- law asks for is refused or only told of.

alter table sales.invoice add delivery_date date;
alter table sales.invoice add vat_exemption_reason text check (length(vat_exemption_reason) between 1 and 200);
alter table sales.settings add refuses_incomplete boolean not null default false;
