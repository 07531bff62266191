import { directorySearch, type FieldsWith } from './directory-fields.ts'

/** The fields of a directory entry that finding and sorting people needs. */
type Listed = {
  id: string
  name: string
  role: string
  type: 'board' | 'staff'
} & { [K in FieldsWith<{ directorySearch: 'everybody' }>]?: string | undefined }

const names = new Intl.Collator('en', { sensitivity: 'base' })

/** Two people may have one name, so the id breaks ties. */
export function byName(a: Pick<Listed, 'name' | 'id'>, b: Pick<Listed, 'name' | 'id'>): number {
  return names.compare(a.name, b.name) || (a.id < b.id ? -1 : Number(a.id > b.id))
}

/** The people whose searched fields (`directorySearch.members`) contain every word of the search. */
export function matchingPeople<P extends Listed>(
  people: readonly P[],
  search: string,
): readonly P[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return people
  return people.filter((person) => {
    const text = searchedText(person)
    return words.every((word) => text.includes(word))
  })
}

/** Those of board or staff; everybody without a type. */
export function peopleOfType<P extends Listed>(
  people: readonly P[],
  type: P['type'] | undefined,
): readonly P[] {
  return type === undefined ? people : people.filter((person) => person.type === type)
}

export function countByType(people: readonly Listed[]): Record<Listed['type'], number> {
  const board = people.reduce((sum, { type }) => sum + Number(type === 'board'), 0)
  return { board, staff: people.length - board }
}

/** Entries are replaced when they change, so each is folded once and not per key or request. */
const searchedTexts = new WeakMap<Listed, string>()

function searchedText(person: Listed): string {
  const known = searchedTexts.get(person)
  if (known !== undefined) return known
  const { fields } = directorySearch.members
  const text = folded(fields.map((name) => person[name] ?? '').join(' '))
  searchedTexts.set(person, text)
  return text
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
