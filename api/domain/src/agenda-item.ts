/** The number before an item's name, "1."; undefined if the name itself is the number. `index` starts at 0. */
export function agendaItemNumber({ title }: { title: string }, index: number): string | undefined {
  return title.trim() ? `${index + 1}.` : undefined
}

/** What an item is called: "Welcome", and "Item 2" without a title. */
export function agendaItemName({ title }: { title: string }, index: number): string {
  return title.trim() || `Item ${index + 1}`
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
