import { counted } from '@portal/domain/counted'
import { durationText, totalMinutes } from '@portal/domain/agenda-item'

/** "3 items, 1 h 30 min". */
export function itemsInWords({ items }: { items: readonly { duration: number }[] }): string {
  const count = counted(items.length, 'item')
  return `${count}, ${durationText(totalMinutes(items))}`
}
