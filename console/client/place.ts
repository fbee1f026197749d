// Where this page was loaded from, as the service wrote it into the page.
const meta = document.querySelector<HTMLMetaElement>('meta[name=grundbok]')

/** What stands before all addresses of the service; mostly nothing. */
export const base: string = meta?.dataset.base ?? ''

/** What allows a style element in this page. */
export const nonce: string = meta?.content ?? ''
