// The style of the pages: one stylesheet, served under a path that changes with its content, so that browsers may cache
// it forever.
import { createHash } from 'node:crypto'

/** The contrast is at least 7:1 for text and 3:1 for borders and focus, in light and dark mode (WCAG 2.2). */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --paper: #f6f5f1; --card: #ffffff; --ink: #1c2321; --soft: #4b5552; --line: #858f8b; --faint: #e2e2db;
  --accent: #14532d; --accent-ink: #ffffff; --accent-over: #0d3b20; --wrong: #9b1c1c; --wrong-paper: #fdf1f0;
  --good-paper: #eef6f0; --focus: #1d4ed8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #141816; --card: #1d2320; --ink: #eef1ef; --soft: #b9c3be; --line: #7f8b86; --faint: #343c38;
    --accent: #8fd3a8; --accent-ink: #0b1f13; --accent-over: #b2e3c4; --wrong: #ffb4ab; --wrong-paper: #38211f;
    --good-paper: #1c2f24; --focus: #93b4ff;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { font-size: 100%; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
header, main, footer { width: 100%; max-width: 46rem; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1rem; }
header { padding-top: .75rem; padding-bottom: .75rem; }
header nav, footer nav { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; }
header nav a, header nav button, footer nav > *, .brand {
  display: inline-flex; align-items: center; min-height: 2.75rem;
}
.brand { font-weight: 700; letter-spacing: .01em; text-decoration: none; color: var(--ink); }
main { flex: 1; padding-top: .5rem; padding-bottom: 3rem; outline: none; }
footer { padding-top: .5rem; padding-bottom: 1.5rem; color: var(--soft); font-size: .9375rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: .5rem 0 1rem; letter-spacing: -.01em; text-wrap: balance; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 .75rem; }
h3 { font-size: 1.0625rem; margin: 1.25rem 0 .25rem; }
p { margin: 0 0 1rem; max-width: 38rem; }
a { color: var(--accent); text-underline-offset: .2em; }
a:hover { color: var(--accent-over); }
ul, ol { margin: 0 0 1rem; padding-left: 1.25rem; }
.card {
  background: var(--card); border: 1px solid var(--faint); border-radius: .75rem; padding: 1.5rem; margin: 0 0 1.25rem;
}
.card > :last-child, .field > :last-child, td > :last-child, form > :last-child { margin-bottom: 0; }
.lead { font-size: 1.125rem; color: var(--soft); }
.hint { color: var(--soft); font-size: .9375rem; margin: 0 0 .375rem; }
.field { margin: 0 0 1.25rem; }
label, legend { display: block; font-weight: 600; margin: 0 0 .25rem; padding: 0; }
fieldset { border: 0; margin: 0 0 1.25rem; padding: 0; min-width: 0; }
.choice { display: flex; align-items: flex-start; gap: .75rem; padding: .5rem 0; min-height: 2.75rem; }
.choice label { font-weight: 400; margin: 0; flex: 1; }
.choice input { width: 1.375rem; height: 1.375rem; margin: .125rem 0 0; flex: none; accent-color: var(--accent); }
input:not([type=checkbox]):not([type=radio]), select, textarea {
  width: 100%; min-height: 2.875rem; padding: .5rem .75rem; font: inherit; color: var(--ink); background: var(--card);
  border: 1px solid var(--line); border-radius: .5rem;
}
textarea { min-height: 6rem; }
.field input, .field select { max-width: 30rem; }
.card > .hint { margin-bottom: 1rem; }
input[aria-invalid=true] { border-color: var(--wrong); border-width: 2px; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.875rem; padding: .5rem 1.25rem;
  font: inherit; font-weight: 600; line-height: 1.25; text-align: center; text-decoration: none; cursor: pointer;
  color: var(--accent-ink); background: var(--accent); border: 1px solid var(--accent); border-radius: .5rem;
}
button:hover, .button:hover { background: var(--accent-over); border-color: var(--accent-over); }
button:hover, .button:hover { color: var(--accent-ink); }
button.second, .button.second { color: var(--ink); background: transparent; border-color: var(--line); }
button.second:hover, .button.second:hover { background: var(--faint); border-color: var(--line); color: var(--ink); }
button.danger { color: var(--wrong); background: transparent; border-color: var(--wrong); }
button.danger:hover { color: var(--wrong); background: var(--wrong-paper); border-color: var(--wrong); }
button.plain { color: var(--accent); background: none; border: 0; padding: 0; font-weight: 400; }
button.plain { text-decoration: underline; }
button.plain { text-underline-offset: .2em; line-height: inherit; }
button.plain:hover { background: none; color: var(--accent-over); }
.copiable { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; }
.copiable code { flex: 0 1 auto; min-width: 0; overflow-wrap: anywhere; }
.copiable .told { color: var(--soft); }
.pages { display: flex; flex-wrap: wrap; gap: 0 1.25rem; align-items: center; }
.pages > * { min-height: 2.75rem; display: inline-flex; align-items: center; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .25rem; }
input:focus-visible, button:focus-visible, .button:focus-visible { border-radius: .5rem; }
.wrong { color: var(--wrong); font-weight: 600; margin: 0 0 .375rem; }
.summary { border: 2px solid var(--wrong); border-radius: .75rem; background: var(--wrong-paper); }
.summary { padding: 1rem 1.25rem; margin: 0 0 1.25rem; }
.summary h2 { font-size: 1.0625rem; margin: 0 0 .25rem; }
.summary ul { margin: 0; }
.summary a { color: var(--wrong); font-weight: 600; }
.notice { border-left: 4px solid var(--accent); border-radius: .25rem; background: var(--good-paper); }
.notice { padding: .875rem 1.125rem; margin: 0 0 1.25rem; }
.notice.careful { border-color: var(--wrong); background: var(--wrong-paper); }
.notice > :last-child { margin-bottom: 0; }
.rows { list-style: none; margin: 0 0 1rem; padding: 0; }
.rows > li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; }
.rows > li { padding: .75rem 0; border-top: 1px solid var(--faint); }
.rows > li:first-child { border-top: 0; padding-top: 0; }
.rows > li > :first-child { min-width: 0; flex: 1 1 14rem; overflow-wrap: anywhere; }
.facts { margin: 0 0 1.25rem; }
.facts > div { display: grid; grid-template-columns: minmax(8rem, 12rem) 1fr; gap: 0 1rem; padding: .25rem 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.scopes { list-style: none; padding: 0; }
.card > h2:not(:first-child) { margin-top: 2rem; }
dd .hint { font-weight: 400; }
.after { margin-top: .75rem; }
.scopes > li { display: grid; grid-template-columns: 4.5rem 1fr; gap: 0 .75rem; align-items: baseline; }
.scopes > li { padding: .125rem 0; }
.scopes .tag { justify-self: start; }
legend h2 { margin: 0 0 .25rem; }
.who { margin: 0 0 1.25rem; }
.payment { display: block; }
.choice.payment { display: flex; border-top: 1px solid var(--faint); padding: .75rem 0; }
.payment .line { display: block; overflow-wrap: anywhere; }
.sum { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; overflow-wrap: anywhere; }
.sum > :last-child { font-variant-numeric: tabular-nums; margin-left: auto; }
.sum.total { max-width: none; border-top: 2px solid var(--line); padding-top: .75rem; }
summary { cursor: pointer; font-weight: 600; min-height: 2.75rem; padding: .5rem 0; }
details.card { padding-top: .75rem; padding-bottom: .75rem; }
.tag { display: inline-block; font-size: .8125rem; font-weight: 600; padding: .0625rem .5rem; border-radius: 1rem; }
.tag { background: var(--good-paper); border: 1px solid var(--faint); }
.codes { font: 1.0625rem/1.8 ui-monospace, "SF Mono", Menlo, Consolas, monospace; columns: 2; list-style: none; }
.codes { padding: 1rem 1.25rem; background: var(--paper); border-radius: .5rem; }
pre { white-space: pre-wrap; }
code { font: .9375rem ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.qr { display: block; width: 12.5rem; height: 12.5rem; background: #fff; padding: .5rem; border-radius: .5rem; }
.after { margin-top: 1rem; }
.qr svg { display: block; width: 100%; height: 100%; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .75rem 1rem; z-index: 1; }
/* Guides: prose with tables and examples that may be wide. */
.guide h2 { margin-top: 2.25rem; }
.guide h3 { margin-top: 1.75rem; }
.guide :is(h2, h3, td, th):target { background: var(--good-paper); outline: .25rem solid var(--good-paper); }
.guide pre, .guide .scrolls { overflow-x: auto; margin: 0 0 1.25rem; }
.guide pre { white-space: pre; }
.guide pre { padding: .875rem 1rem; background: var(--card); border: 1px solid var(--faint); border-radius: .5rem; }
.guide pre code { overflow-wrap: normal; font-size: .875rem; line-height: 1.5; }
.guide table { border-collapse: collapse; font-size: .9375rem; min-width: 100%; }
.guide th, .guide td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; }
.guide td, .guide th { border-bottom: 1px solid var(--faint); }
.guide td:first-child code { overflow-wrap: normal; }
.guide td:last-child { min-width: 14rem; }
@media (max-width: 30rem) {
  .card { padding: 1.125rem; }
  h1 { font-size: 1.5rem; }
  .facts > div { grid-template-columns: 1fr; }
  form > button:not(.plain), .buttons > button, .buttons > .button { width: 100%; }
  .buttons > form, .buttons > form > button { width: 100%; }
  .codes { columns: 1; }
}
`

export const stylesheetPath = `/pages-${createHash('sha256').update(stylesheet).digest('hex').slice(0, 16)}.css`
