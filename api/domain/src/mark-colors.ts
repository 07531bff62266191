/**
 * The colours of marks on paper. They are multiplied with the page, so they darken the paper and not the ink, and are so
 * light that even gray text (8:1 on white) keeps 7:1. The lines show the colour where shades can't be told apart.
 */
export const noteMarkColors = {
  yellow: { wash: '#ffe37d', line: '#7a5900' },
  green: { wash: '#caedc3', line: '#17592e' },
  blue: { wash: '#d0e7ff', line: '#0b57d0' },
  pink: { wash: '#ffd8e7', line: '#9c1552' },
} as const

/** The colours of notes in words, in the order in which they are offered. */
export const noteColorNames = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  pink: 'Pink',
} as const

export const changeWashes = { added: '#d7efe2', changed: '#ffe9a8', moved: '#dbe6fb' } as const

export const matchWashes = { any: '#ffe6c4', selected: '#ffd9a8' } as const
