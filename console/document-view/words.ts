// What is said around a document.
import { dictionary } from '#words'

export const words = dictionary(
  {
    document: 'Underlag',
    larger: 'Större',
    smaller: 'Mindre',
    turn: 'Vrid',
    page: (page: number, pages: number) => `Sida ${page} av ${pages}`,
    next: 'Nästa sida',
    previous: 'Föregående sida',
    download: 'Hämta',
    broken: 'Underlaget kan inte visas här. Hämta det i stället.',
  },
  {
    document: 'Document',
    larger: 'Larger',
    smaller: 'Smaller',
    turn: 'Turn',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    next: 'Next page',
    previous: 'Previous page',
    download: 'Download',
    broken: 'The document cannot be shown here. Download it instead.',
  },
)
