type SubItem = { subItem?: boolean | undefined }

/** Each item's place: "3", and "3.1" for the first sub-item of the third. A sub-item with no item above it is an item. */
export function agendaItemPlaces(items: readonly SubItem[]): string[] {
  let [item, sub] = [0, 0]
  return items.map(({ subItem }) => {
    if (subItem && item > 0) return `${item}.${(sub += 1)}`
    sub = 0
    return `${(item += 1)}`
  })
}

/** Whether a place is a sub-item's. */
export function isSubItemPlace(place: string): boolean {
  return place.includes('.')
}

/** The index of the item that an item is a sub-item of; undefined if it isn't one. */
export function parentItemIndex(items: readonly SubItem[], index: number): number | undefined {
  if (index === 0 || !items[index]?.subItem) return undefined
  return Math.max(
    0,
    items.slice(0, index).findLastIndex(({ subItem }) => !subItem),
  )
}

/**
 * The number before an item's name, "1." or "1.2"; undefined if the name itself is the number. `place` is its index from 0
 * in an agenda without sub-items, or one of `agendaItemPlaces`.
 */
export function agendaItemNumber(
  { title }: { title: string },
  place: number | string,
): string | undefined {
  if (!title.trim()) return undefined
  const number = placeText(place)
  return isSubItemPlace(number) ? number : `${number}.`
}

/** What an item is called: "Welcome", and "Item 2" or "Item 2.1" without a title. */
export function agendaItemName({ title }: { title: string }, place: number | string): string {
  return title.trim() || `Item ${placeText(place)}`
}

function placeText(place: number | string): string {
  return typeof place === 'string' ? place : `${place + 1}`
}

export function totalMinutes(items: readonly { duration: number }[]): number {
  return items.reduce((sum, { duration }) => sum + duration, 0)
}

/** "3 h", "45 min", "2 h 30 min". */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter(Boolean)
    .join(' ')
}
