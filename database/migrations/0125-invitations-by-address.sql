-- Where only invited people make accounts, an address is looked up in all invitations that are open.
create index invitation_of_address on identity.invitation (lower(email)) where accepted_at is null and withdrawn_at is null;
