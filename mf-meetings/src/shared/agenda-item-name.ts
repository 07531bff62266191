import type { AgendaItem } from '@portal/contract/agendas'

/** What an item is called where lists have numbers; `index` counts from 0. */
export function agendaItemName({ title }: Pick<AgendaItem, 'title'>, index: number): string {
  return title.trim() || `Item ${index + 1}`
}
