-- Discounts that suppliers give for paying early (erhållna kassarabatter). `ore` goes on being what a payment lowers the
-- debt by, and `discount_ore` is the part of it that no money was for.

alter table purchasing.payment add discount_ore bigint not null default 0;
alter table purchasing.payment add terms_on_invoice boolean;
alter table purchasing.payment drop constraint payment_check;
alter table purchasing.payment add check (sign(base_ore) = sign(ore - discount_ore));
alter table purchasing.payment add check ((discount_ore = 0) = (terms_on_invoice is null));
alter table purchasing.payment add check (discount_ore = 0 or sign(discount_ore) = sign(ore));
