-- Why a mail did not go out, or a recurring invoice was not made, is kept with the public reason and the values of its
-- sentence, so that readers decide by the reason and the language is chosen when it is read. Empty for the words of
-- other mail servers, and for what was kept before.
alter table sales.sending add column failure_said jsonb,
  add constraint sending_said_has_a_reason
    check (failure_said is null or failure is not null and failure_said ? 'reason');
alter table sales.statement_sending add column failure_said jsonb,
  add constraint statement_sending_said_has_a_reason
    check (failure_said is null or failure is not null and failure_said ? 'reason');
alter table reminders.mailing add column failure_said jsonb,
  add constraint mailing_said_has_a_reason
    check (failure_said is null or failure is not null and failure_said ? 'reason');
alter table recurring.occurrence add column failure_said jsonb,
  add constraint occurrence_said_has_a_reason
    check (failure_said is null or failure is not null and failure_said ? 'reason');
