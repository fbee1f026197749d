-- What a loss or discount lowers of each part of its sale, by the name of the part, in öre as text. Of those recorded
-- before it is not known: they count as shares of the whole sale.
alter table sales.settlement add column lowered jsonb check (lowered is null or recorded_at is not null);
