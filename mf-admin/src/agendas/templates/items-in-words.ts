import { durationText, totalMinutes } from '@portal/domain/agenda-item'

/** "3 items, 1 h 30 min". */
export function itemsInWords({ items }: { items: readonly { duration: number }[] }): string {
  const count = items.length === 1 ? '1 item' : `${items.length} items`
  return `${count}, ${durationText(totalMinutes(items))}`
}
