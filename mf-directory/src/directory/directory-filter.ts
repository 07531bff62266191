import type { DirectoryEntry } from '@portal/contract/directory'

export type Side = 'all' | DirectoryEntry['type']

/** The entries whose name, role and department contain every word of the search. */
export function matching(entries: DirectoryEntry[], search: string): DirectoryEntry[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries
  return entries.filter(({ name, role, department = '' }) => {
    const text = folded(`${name} ${role} ${department}`)
    return words.every((word) => text.includes(word))
  })
}

export function onSide(entries: DirectoryEntry[], side: Side): DirectoryEntry[] {
  return side === 'all' ? entries : entries.filter(({ type }) => type === side)
}

/** Letters that Unicode doesn't decompose into a base letter and a mark. */
const plainLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}

/** Without case and accents: "sorensen" finds Sørensen. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłđðıæœßþ]/g, (letter) => plainLetters[letter]!)
}
