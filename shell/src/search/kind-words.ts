import type { FoundKind } from '@portal/contract/search-everything'

/** Each kind of result, as one result and as their list are called. */
export const kindWords: Record<FoundKind, { one: string; all: string }> = {
  paper: { one: 'Paper', all: 'Papers' },
  agendaItem: { one: 'Agenda item', all: 'Agenda items' },
  person: { one: 'Person', all: 'People' },
  note: { one: 'Your note', all: 'Your notes' },
}

export function isFoundKind(kind: string | null): kind is FoundKind {
  return kind !== null && Object.hasOwn(kindWords, kind)
}
