-- What an integration of an agency has sent to a client company is in the name of one of its people. Which integration,
-- and of which agency, is kept beside that: it is taken back when either loses its access. No check: an earlier version
-- that runs beside this one leaves the columns as they are.
alter table identity.invitation add column through_agency uuid;
alter table identity.invitation add column through_integration uuid;
