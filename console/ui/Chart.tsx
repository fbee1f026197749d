// Columns of amounts side by side, as a drawing of our own; the figures stand below as a table for those who want them,
// or cannot see a drawing.

import { amountText, type Ore } from '#console/ui/inputs/amount.rules.ts'
import { useLanguage, useWords } from '#words'
import { words } from './words.ts'

type Bars = { label: string; values: readonly Ore[] }

const WIDTH = 640
const HEIGHT = 180
const FOOT = 22
/** Part of a group that its columns fill. */
const FILLED = 0.7

/** `series` names the columns of each group, in the order of `values`. */
export const Chart = ({ title, series, bars }: { title: string; series: readonly string[]; bars: readonly Bars[] }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const all = bars.flatMap(({ values }) => values)
  const top = Math.max(0, ...all)
  const bottom = Math.min(0, ...all)
  const scale = (HEIGHT - FOOT) / (top - bottom || 1)
  const zero = top * scale
  const step = WIDTH / Math.max(1, bars.length)
  const width = (step * FILLED) / Math.max(1, series.length)
  return (
    <figure className="chart">
      <figcaption>
        {title}
        <span className="chart-series">
          {series.map((name, place) => (
            <span key={name}>
              <i className={`chart-key is-${place}`} />
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
        {bars.map(({ label, values }, group) => (
          <g key={label}>
            {values.map((value, place) => (
              <rect
                key={series[place]}
                className={`chart-bar is-${place}`}
                x={group * step + (step * (1 - FILLED)) / 2 + place * width}
                y={value >= 0 ? zero - value * scale : zero}
                width={Math.max(1, width - 2)}
                height={Math.max(value === 0 ? 0 : 1, Math.abs(value) * scale)}
              >
                <title>{`${label}, ${series[place]}: ${amountText(value, language, { decimals: 0 })}`}</title>
              </rect>
            ))}
            <text x={group * step + step / 2} y={HEIGHT - 6} textAnchor="middle">
              {label}
            </text>
          </g>
        ))}
        <line x1={0} x2={WIDTH} y1={zero} y2={zero} />
      </svg>
      <details>
        <summary>{texts.figures}</summary>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col" />
              {series.map((name) => (
                <th key={name} scope="col" className="is-right">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, values }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {values.map((value, place) => (
                  <td key={series[place]} className="is-right amount">
                    {amountText(value, language)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
