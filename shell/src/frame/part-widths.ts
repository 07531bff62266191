import type { SlotPart } from '@portal/contract/frame'

/** The widths of the dashboard's parts, in order: a half without another half next to it is full. */
export function partWidths(parts: Pick<SlotPart, 'width'>[]): ('full' | 'half')[] {
  const widths: ('full' | 'half')[] = []
  while (widths.length < parts.length) {
    const [first, second] = parts.slice(widths.length)
    const isPair = first?.width === 'half' && second?.width === 'half'
    widths.push(...(isPair ? (['half', 'half'] as const) : (['full'] as const)))
  }
  return widths
}
