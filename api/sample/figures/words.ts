/** With thousands separators and a typographic minus sign. */
export function count(value: number): string {
  const text = Math.abs(Math.round(value)).toLocaleString('en-US')
  return Math.round(value) < 0 ? `−${text}` : text
}

/** A share in percent; 0 if the whole is 0. */
export function percent(part: number, whole: number, digits = 1): string {
  const value = whole === 0 ? 0 : (part / whole) * 100
  const text = Math.abs(value).toFixed(digits)
  return value < 0 && Number(text) !== 0 ? `−${text}%` : `${text}%`
}

/** Formats thousands of dollars: `$4.2 million`, `$135,000`. */
export function dollars(thousands: number): string {
  const size = Math.abs(thousands)
  const text = size >= 1000 ? `$${(size / 1000).toFixed(1)} million` : `$${count(size)},000`
  if (size === 0) return 'nothing'
  return thousands < 0 ? `−${text}` : text
}

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const numbers = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
export const inWords = (value: number): string => numbers[value - 1] ?? String(value)
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Formats `2026-12-10` as `Thursday, December 10, 2026`. */
export function longDay(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  })
}

export function plainDay(day: string): string {
  return longDay(day).replace(/^\w+, /, '')
}
