/** The colors of notes, in the order in which they are offered. */
export const noteColors = ['yellow', 'green', 'blue', 'pink'] as const
export type NoteColor = (typeof noteColors)[number]

/**
 * The colors of marks on paper. Washes are multiplied with the page, so they darken the paper and not the ink, and are
 * so light that even gray text (8:1 on white) keeps 7:1. Lines show the color where shades can't be told apart. Bars
 * are printed next to a note in a list.
 */
export const noteMarkColors = {
  yellow: { wash: '#ffe37d', line: '#7a5900', bar: '#ffde59' },
  green: { wash: '#caedc3', line: '#17592e', bar: '#94de85' },
  blue: { wash: '#d0e7ff', line: '#0b57d0', bar: '#87c4ff' },
  pink: { wash: '#ffd8e7', line: '#9c1552', bar: '#ffa8cc' },
} as const satisfies Record<NoteColor, unknown>

/** The colors of notes in words. */
export const noteColorNames = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  pink: 'Pink',
} as const satisfies Record<NoteColor, string>

export const changeWashes = { added: '#d7efe2', changed: '#ffe9a8', moved: '#dbe6fb' } as const

export const matchWashes = { any: '#ffe6c4', selected: '#ffd9a8' } as const
