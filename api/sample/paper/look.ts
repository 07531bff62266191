import { createRequire } from 'node:module'

/** The page, in points: US Letter. */
export const page = {
  width: 612,
  height: 792,
  left: 66,
  right: 66,
  top: 84,
  bottom: 72,
} as const
export const measure = page.width - page.left - page.right

export const colors = {
  ink: '#1c2426',
  soft: '#4a5557',
  line: '#d5cfc2',
  strong: '#8c8a80',
  accent: '#1d4f45',
  wash: '#eaf1ee',
  warm: '#b4652a',
  blue: '#33658a',
} as const

const require = createRequire(import.meta.url)

/** Static fonts, embedded in every paper. The serif has figures of equal width, as tables need. */
export const fontFiles = {
  text: require.resolve('@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff'),
  italic: require.resolve('@fontsource/source-serif-4/files/source-serif-4-latin-400-italic.woff'),
  strong: require.resolve('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff'),
  label:
    require.resolve('@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff'),
  labelStrong:
    require.resolve('@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-600-normal.woff'),
} as const
export type FontName = keyof typeof fontFiles
