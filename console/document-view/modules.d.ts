// What the bundler gives for files that are not ours.
declare module 'pdfjs-dist/build/pdf.worker.min.mjs' {
  /** Its address, from the file that asks. */
  const address: string
  // biome-ignore lint/style/noDefaultExport: this is how the bundler gives it
  export default address
}
declare module 'pdfjs-dist/build/pdf.min.mjs' {
  export * from 'pdfjs-dist'
}
