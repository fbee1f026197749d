-- The reason of a step of a rollout, and that of a reminder which the service itself cancelled, are kept with the
-- public reason and the values of their sentence. What was kept before and has one fixed sentence gets its reason here:
-- no reader looks for sentences any longer. The reasons of mails in and the doubts about e-invoices are within their
-- JSON, and need no columns.
alter table agency.template_rollout_step add column reason_said jsonb,
  add constraint template_rollout_step_said_has_a_reason
    check (reason_said is null or reason is not null and reason_said ? 'reason');
alter table reminders.reminder add column cancel_said jsonb,
  add constraint reminder_said_has_a_reason
    check (cancel_said is null or cancel_reason is not null and cancel_said ? 'reason');

update agency.template_rollout_step
set reason_said = jsonb_build_object('values', '{}'::jsonb, 'reason', case reason_code
  when 'noAccess' then 'rollout-step.no-access' when 'templateGone' then 'rollout-step.template-gone'
  when 'changed' then 'rollout-step.stale' else 'rollout-step.trouble' end)
where reason_code in ('noAccess', 'templateGone', 'changed', 'trouble');

update reminders.mailing
set failure_said = '{"reason": "reminder-mail.settled-before", "values": {}}'
where failure_said is null
  and failure = 'It was withdrawn before a mail server took it: the invoice is paid or credited';
update reminders.mailing
set failure_said = '{"reason": "reminder-mail.withdrawn-before", "values": {}}'
where failure_said is null
  and failure = 'It was withdrawn before a mail server took it: the reminder is cancelled';
update reminders.mailing
set failure_said = '{"reason": "mail.not-taken", "values": {}}'
where failure_said is null and failure = 'No mail server took it for a week';
update reminders.reminder
set cancel_said = '{"reason": "reminder-mail.settled-before", "values": {}}'
where cancel_reason = 'It was withdrawn before a mail server took it: the invoice is paid or credited';
