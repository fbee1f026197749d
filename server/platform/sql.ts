// SQL is written as tagged templates whose values become bound parameters.
export { default as sql, empty, join, raw, Sql } from 'sql-template-tag'
