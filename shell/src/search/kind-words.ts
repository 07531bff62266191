import type { FoundKind } from '@portal/contract/search-everything'

/** The names of each kind, for one result and for their list. */
export const kindWords: Record<FoundKind, { one: string; all: string }> = {
  paper: { one: 'Paper', all: 'Papers' },
  agendaItem: { one: 'Agenda item', all: 'Agenda items' },
  person: { one: 'Person', all: 'People' },
  note: { one: 'Your note', all: 'Your notes' },
}

export function isFoundKind(kind: string | null): kind is FoundKind {
  return kind !== null && Object.hasOwn(kindWords, kind)
}
