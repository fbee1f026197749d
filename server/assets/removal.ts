// Fixed assets that go with the fiscal year in which they were disposed of, with their depreciation.
import type { RemovableDocuments } from '#ledger'
import { sql } from '#platform/sql'
import { counts } from './asset.ts'

export const assetsToRemove: RemovableDocuments = {
  kinds: [
    {
      kind: 'fixedAsset',
      what: {
        sv: 'Anläggningstillgångar med avskrivningar, nedskrivningar och avyttringar',
        en: 'Fixed assets with depreciation, write-downs and disposals',
      },
      unfinished: {
        sv: 'Anläggningstillgångar som inte var avyttrade när året tog slut',
        en: 'Fixed assets that were not disposed of when the year ended',
      },
      tied: {
        sv: 'Anläggningstillgångar som hör ihop med något som stannar',
        en: 'Fixed assets that belong together with something that stays',
      },
      remove: async ({ db, companyId }, ids) => {
        await db.rows(sql`
          with disposals as (
            delete from assets.disposal s where s.company_id = ${companyId} and s.fixed_asset_id = any(${ids}::uuid[])
          ), changes as (
            delete from assets.value_change c
            where c.company_id = ${companyId} and c.fixed_asset_id = any(${ids}::uuid[])
          ), depreciations as (
            delete from assets.depreciation d
            where d.company_id = ${companyId} and d.fixed_asset_id = any(${ids}::uuid[])
          )
          delete from assets.fixed_asset a where a.company_id = ${companyId} and a.id = any(${ids}::uuid[])`)
      },
    },
  ],
  use: {
    what: {
      sv: 'Verifikationer för avskrivningar, nedskrivningar och avyttringar av anläggningstillgångar',
      en: 'Entries of depreciations, write-downs and disposals of fixed assets',
    },
    entries: (companyId) => sql`
      select journal_entry_id from assets.depreciation where company_id = ${companyId}
      union all select journal_entry_id from assets.value_change where company_id = ${companyId}
      union all select journal_entry_id from assets.disposal where company_id = ${companyId}`,
  },
  found: (companyId, until) => sql`
    select a.id, 'fixedAsset', exists (
      select from assets.disposal s
      where s.company_id = a.company_id and s.fixed_asset_id = a.id and s.date <= ${until} and ${counts(sql`s`)})
    from assets.fixed_asset a where a.company_id = ${companyId} and a.acquired_on <= ${until}`,
  ties: (companyId) => sql`
    select fixed_asset_id as one, journal_entry_id as other from assets.disposal where company_id = ${companyId}`,
  // An entry depreciates many assets: those that are gone do not wait for those that are still in use. What an entry
  // changed of the value of one goes with that one, also where the entry stays.
  leans: (companyId) => sql`
    select fixed_asset_id as one, journal_entry_id as other from assets.depreciation where company_id = ${companyId}
    union all
    select fixed_asset_id as one, journal_entry_id as other from assets.value_change where company_id = ${companyId}`,
}
