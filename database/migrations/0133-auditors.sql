-- Auditors read everything of a company and write nothing, so they do not sign for it either.
alter table identity.company_member drop constraint company_member_role_check,
  add constraint company_member_role_check check (role in ('owner', 'administrator', 'bookkeeper', 'auditor', 'reader')),
  add constraint auditor_signs_nothing check (role <> 'auditor' or not is_signatory);
