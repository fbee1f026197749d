// The floors of the house: what a folder may use stands below it.

/** Each folder of the server stands on a floor and imports from lower floors only. */
export const floors: Record<string, number> = {
  'server/platform': 0,
  'server/http': 1,
  'server/numbers': 1,
  'server/sie': 1,
  'server/documents': 2,
  'server/identity': 2,
  'server/paper': 2,
  'server/parties': 2,
  'server/access': 3,
  'server/archive': 3,
  'server/history': 3,
  'server/ledger': 3,
  'server/plans': 3,
  'server/tax-reduction': 3,
  'server/purchasing': 4,
  'server/sales': 4,
  'server/banking': 5,
  'server/agency': 6,
  server: 7,
  'server/admin': 8,
}
