-- Rows that have ended stay ended, and keep their owner.

create or replace function access.refuse_revival() returns trigger language plpgsql as $$
begin
  raise exception 'ended rows of %.% cannot be revived', tg_table_schema, tg_table_name using errcode = 'GB031';
end $$;

create or replace function access.refuse_move() returns trigger language plpgsql as $$
begin
  raise exception 'the integration and tenant of rows of %.% cannot be changed', tg_table_schema, tg_table_name
    using errcode = 'GB032';
end $$;
