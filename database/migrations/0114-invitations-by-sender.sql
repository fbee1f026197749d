-- The open invitations that somebody has sent are looked up when an account is closed or locked.
create index invitation_open_by_sender on identity.invitation (invited_by_id)
  where accepted_at is null and withdrawn_at is null;
