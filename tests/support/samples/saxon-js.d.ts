// What we use of the processor of stylesheets that tests run the official rules with; it comes without types.
declare module 'saxon-js' {
  const SaxonJS: {
    transform(options: { stylesheetInternal: object; sourceText: string; destination: 'serialized' }): {
      principalResult: string
    }
  }
  export = SaxonJS
}
