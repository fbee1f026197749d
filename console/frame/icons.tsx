// The signs of the rail, drawn here: strokes on a field of 24.
import type { Area } from '#client'

const paths: Readonly<Record<Area, string>> = {
  home: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1Z',
  journal: 'M6 4h12a1 1 0 0 1 1 1v15H7a2 2 0 0 1-2-2V5a1 1 0 0 1 1-1Zm3 5h7M9 13h7M5 17h14',
  sales: 'M7 3h10v18l-2.5-2-2.5 2-2.5-2L7 21ZM10 8h4M10 12h4',
  purchasing: 'M4 5h2l2 10h10l2-7H7M9.5 20h.01M16.5 20h.01',
  bank: 'M4 10 12 4l8 6ZM6 10v7M10 10v7M14 10v7M18 10v7M4 20h16',
  reports: 'M5 20V10M10 20V4M15 20v-7M20 20V8M3 20h19',
  yearEnd: 'M5 6h14v14H5ZM5 10h14M9 3v4M15 3v4M9 15l2 2 4-4',
  settings: 'M4 7h10M18 7h2M4 12h4M12 12h8M4 17h10M18 17h2M16 5v4M10 10v4M16 15v4',
}

export const AreaSign = ({ area }: { area: Area }) => (
  <svg className="sign" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[area]} />
  </svg>
)
