-- What those who run the service see of rates, and what they do about mails and accounts.

-- Who has set a rate, and which file it came from; null where that was not kept, or the migrations brought it.
alter table ledger.currency_rate add column set_by text, add column source text;
alter table reminders.reference_rate add column set_by text;

-- A link to choose a password by that an operator had sent: it works for longer than one that was asked for at the login.
alter table identity.password_reset add column by_operator boolean not null default false;

-- An operator has taken a mail back; that of a company waits until the company has been told.
alter table platform.mail add column withdrawn_at timestamptz;
