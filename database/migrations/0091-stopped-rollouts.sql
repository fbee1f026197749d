-- A rollout of an agency's templates can be stopped.

alter table agency.template_rollout
  drop constraint template_rollout_state_check,
  add constraint template_rollout_state_check
    check (state in ('previewing', 'previewed', 'applying', 'applied', 'stopped'));
