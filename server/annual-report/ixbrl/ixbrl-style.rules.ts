// The style of the iXBRL file: readable in any browser and in the reader of the authority, without anything fetched.
export const IXBRL_STYLE = [
  'body{font-family:Arial,Helvetica,sans-serif;font-size:10pt;line-height:1.4;color:#15181e;margin:0}',
  '.page{max-width:180mm;margin:0 auto;padding:14mm 0;border-bottom:1px solid #d5d9df;page-break-after:always}',
  '.cover .company{font-size:24pt;font-weight:bold;margin:40mm 0 4mm}',
  'h1{font-size:18pt}h2{font-size:15pt}h3{font-size:11pt;margin:6mm 0 1mm}h4{font-size:10pt;margin:3mm 0 0}',
  '.quiet{color:#646b77;font-size:8.5pt}',
  'table{width:100%;border-collapse:collapse;margin:2mm 0 4mm}',
  'th{font-weight:normal;text-align:left;padding:1mm 2mm 1mm 0;vertical-align:bottom}',
  'td,thead th{padding:1mm 0 1mm 3mm;vertical-align:bottom}',
  'thead th{color:#646b77;font-size:8.5pt;border-bottom:1px solid #15181e}',
  '.amount{text-align:right;white-space:nowrap}.note{text-align:left;width:10mm}',
  'tr.heading th,tr.sum th,tr.sum td,tr.total th,tr.total td{font-weight:bold}',
  'tr.level1 th{font-size:11pt;padding-top:4mm}tr.sum td{border-top:1px solid #d5d9df}',
  'tr.total td{border-top:1px solid #15181e}',
  '.certificate{border:1px solid #15181e;padding:4mm 6mm;margin-top:20mm}',
  '.signature{display:inline-block;width:45%;margin:16mm 4% 0 0;border-top:1px solid #15181e;vertical-align:top}',
].join('\n')
