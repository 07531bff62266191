import { counted } from './counted.ts'

const units = ['KB', 'MB', 'GB', 'TB']

/** `820 bytes`, `3.4 KB`, `12 MB`: in steps of 1,000, as file managers show sizes. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  let value = bytes / 1000
  let unit = 0
  // What rounds up to 1,000 is shown in the next unit.
  for (; value >= 999.5 && unit < units.length - 1; unit += 1) value /= 1000
  const shown = value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value)
  return `${shown.toLocaleString('en')} ${units[unit]}`
}
