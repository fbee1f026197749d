-- The bankgiro number of the account when a file for the bank was made: its groups, which banks name, follow from it.
-- Empty where the account had none; null in files that were made before it was kept.
alter table banking.payment_file add column bankgiro text;
