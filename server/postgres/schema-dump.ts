// Dumps the schema that migrations and functions add up to, as text that is the same on every supported PostgreSQL. It
// shows the whole schema at once, and in a review the real effect of a migration. It is not meant to be run.
import { Client, type ClientConfig } from 'pg'

/** The schema of `connection`'s database as SQL, without system schemas and objects of extensions. */
export const dumpSchema = async (connection: ClientConfig): Promise<string> => {
  const client = new Client(connection)
  await client.connect()
  try {
    // Without a search path PostgreSQL writes every name in full.
    await client.query(`set search_path = ''`)
    const parts: string[] = []
    for (const section of sections) {
      const { rows } = await client.query<{ text: string }>(`${OURS} ${section}`)
      parts.push(...rows.map(({ text }) => text))
    }
    return `${HEADER}\n${parts.join('\n\n')}\n`
  } finally {
    await client.end()
  }
}

const HEADER = `-- The schema after the last migration and with its functions, written by scripts/schema.mjs and never
-- by hand. It is for reading; what runs are the migrations and the files of functions.
`

/** The objects that the sections select from. */
const OURS = `
  with namespace as (
    select oid, nspname from pg_namespace
     where nspname !~ '^pg_' and nspname <> 'information_schema'
  ), foreign_object as (
    select classid, objid from pg_depend where deptype = 'e'
  ), relation as (
    select c.*, n.nspname, format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join namespace n on n.oid = c.relnamespace
     where not exists (select from foreign_object f where f.classid = 'pg_class'::regclass and f.objid = c.oid)
  ), type as (
    select t.*, n.nspname, format('%I.%I', n.nspname, t.typname) as name
      from pg_type t join namespace n on n.oid = t.typnamespace
     where not exists (select from foreign_object f where f.classid = 'pg_type'::regclass and f.objid = t.oid)
  ), routine as (
    select p.*, n.nspname,
           format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name
      from pg_proc p join namespace n on n.oid = p.pronamespace
     where not exists (select from foreign_object f where f.classid = 'pg_proc'::regclass and f.objid = p.oid)
  )`

const extensions = `
  select format('create extension %I;', extname) as text from pg_extension
   where extname <> 'plpgsql' order by extname`

const schemas = `
  select format('create schema %I;', nspname) as text from namespace where nspname <> 'public' order by nspname`

const enums = `
  select format('create type %s as enum (%s);', name,
                (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder)
                   from pg_enum where enumtypid = type.oid)) as text
    from type where typtype = 'e' order by nspname, typname`

const composites = `
  select format(E'create type %s as (\\n%s\\n);', type.name,
                (select string_agg(format('  %I %s', attname, format_type(atttypid, atttypmod)), E',\\n'
                                   order by attnum)
                   from pg_attribute where attrelid = type.typrelid and attnum > 0 and not attisdropped)) as text
    from type join pg_class c on c.oid = type.typrelid
   where c.relkind = 'c' order by nspname, typname`

// PostgreSQL 18 stores NOT NULL of a domain as a constraint as well.
const domains = `
  select concat('create domain ', name, ' as ', format_type(typbasetype, typtypmod),
                case when typnotnull then ' not null' end,
                ' default ' || typdefault,
                (select string_agg(format(' constraint %I %s', conname, pg_get_constraintdef(oid)), '' order by conname)
                   from pg_constraint where contypid = type.oid and contype <> 'n'), ';') as text
    from type where typtype = 'd' order by nspname, typname`

// Sequences of identity columns are shown with the column.
const sequences = `
  select format('create sequence %s as %s increment %s start %s;', name, format_type(seqtypid, null), seqincrement,
                seqstart) as text
    from relation join pg_sequence s on s.seqrelid = relation.oid
   where not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = relation.oid
                        and deptype = 'i')
   order by nspname, relname`

// PostgreSQL 18 stores NOT NULL as a constraint (kind n); it is shown with its column, as in all versions.
const tables = `
  select concat('create ', case when relpersistence = 'u' then 'unlogged ' end, 'table ', name, E' (\\n',
                array_to_string(array(
                  select concat('  ', quote_ident(attname), ' ', format_type(atttypid, atttypmod),
                                case when attcollation <> typcollation
                                     then ' collate ' || quote_ident(collname) end,
                                case when attnotnull then ' not null' end,
                                case attidentity when 'a' then ' generated always as identity'
                                                 when 'd' then ' generated by default as identity' end,
                                case attgenerated when '' then ' default ' || pg_get_expr(adbin, adrelid)
                                  else concat(' generated always as (', pg_get_expr(adbin, adrelid), ') ',
                                              case attgenerated when 's' then 'stored' else 'virtual' end) end)
                    from pg_attribute join pg_type t on t.oid = atttypid
                    left join pg_collation on pg_collation.oid = attcollation
                    left join pg_attrdef on adrelid = attrelid and adnum = attnum
                   where attrelid = relation.oid and attnum > 0 and not attisdropped
                   order by attnum)
                || array(
                  select format('  constraint %I %s', conname, pg_get_constraintdef(oid)) from pg_constraint
                   where conrelid = relation.oid and contype in ('p', 'u', 'f', 'c', 'x')
                   order by position(contype::text in 'puxfc'), conname), E',\\n'),
                E'\\n)',
                ' partition by ' || pg_get_partkeydef(oid),
                (select ' /* partition of ' || inhparent::regclass || ' */' from pg_inherits where inhrelid = oid),
                ' ' || pg_get_expr(relpartbound, oid),
                ' with (' || array_to_string(reloptions, ', ') || ')', ';',
                case when relrowsecurity then format(E'\\nalter table %s enable row level security;', name) end,
                case when relforcerowsecurity then format(E'\\nalter table %s force row level security;', name) end
         ) as text
    from relation where relkind in ('r', 'p') order by nspname, relname`

const indexes = `
  select pg_get_indexdef(relation.oid) || ';' as text
    from relation join pg_index i on i.indexrelid = relation.oid
   where not exists (select from pg_constraint where conindid = relation.oid and contype in ('p', 'u', 'x'))
   order by nspname, relname`

// Versions format the text of a view differently, so only its columns are shown.
const views = `
  select format(E'create %s %s (\\n%s\\n) as …;',
                case relkind when 'v' then 'view' else 'materialized view' end, name,
                (select string_agg(format('  %I %s', attname, format_type(atttypid, atttypmod)), E',\\n'
                                   order by attnum)
                   from pg_attribute where attrelid = relation.oid and attnum > 0 and not attisdropped)) as text
    from relation where relkind in ('v', 'm') order by nspname, relname`

const routines = `
  select rtrim(pg_get_functiondef(oid), E'\\n') || ';' as text
    from routine where prokind in ('f', 'p', 'w') order by nspname, proname, name`

const triggers = `
  select concat(pg_get_triggerdef(t.oid), ';',
                case tgenabled when 'D' then ' -- disabled' when 'A' then ' -- always' when 'R' then ' -- replica' end
         ) as text
    from relation join pg_trigger t on t.tgrelid = relation.oid
   where not tgisinternal and tgparentid = 0 order by nspname, relname, tgname`

const policies = `
  select concat('create policy ', quote_ident(polname), ' on ', name,
                case when not polpermissive then ' as restrictive' end,
                case polcmd when 'r' then ' for select' when 'a' then ' for insert' when 'w' then ' for update'
                            when 'd' then ' for delete' end,
                ' using (' || pg_get_expr(polqual, polrelid) || ')',
                ' with check (' || pg_get_expr(polwithcheck, polrelid) || ')', ';') as text
    from relation join pg_policy p on p.polrelid = relation.oid order by nspname, relname, polname`

const comments = `
  select format('comment on %s %s is %L;', kind, name, description) as text
    from (
      select 1 as rank, 'schema' as kind, quote_ident(nspname) as name,
             'pg_namespace'::regclass as class, oid, 0 as part
        from namespace where nspname <> 'public'
      union all
      select 2, 'type', name, 'pg_type'::regclass, oid, 0 from type
      union all
      select 3, case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'i' then 'index'
                             when 'I' then 'index' when 'S' then 'sequence' else 'table' end,
             name, 'pg_class'::regclass, oid, 0 from relation
      union all
      select 4, 'column', format('%s.%I', name, attname), 'pg_class'::regclass, relation.oid, attnum
        from relation join pg_attribute on attrelid = relation.oid where attnum > 0
      union all
      select 5, 'function', name, 'pg_proc'::regclass, oid, 0 from routine
      union all
      select 6, 'constraint', format('%I on %s', conname, name), 'pg_constraint'::regclass, c.oid, 0
        from relation join pg_constraint c on c.conrelid = relation.oid
      union all
      select 7, 'trigger', format('%I on %s', tgname, name), 'pg_trigger'::regclass, t.oid, 0
        from relation join pg_trigger t on t.tgrelid = relation.oid
    ) object
    join pg_description d on d.classoid = object.class and d.objoid = object.oid and d.objsubid = object.part
   order by rank, name collate "C"`

const sections = [
  extensions,
  schemas,
  enums,
  composites,
  domains,
  sequences,
  tables,
  indexes,
  views,
  routines,
  triggers,
  policies,
  comments,
]
