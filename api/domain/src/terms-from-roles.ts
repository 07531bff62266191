import { bodyId, boardId } from './bodies.ts'
import { plainText } from './contains-words.ts'
import { type Office, usuallyVotes } from './terms.ts'

/** The words for an office, the longer ones first. */
const officeWords: readonly (readonly [string, Office])[] = [
  ['(?:vice|deputy)[ -]?(?:chair(?:man|woman|person)?|president)', 'vice-chair'],
  ['(?:co-?)?chair(?:man|woman|person)?|president', 'chair'],
  ['secretary', 'secretary'],
  ['treasurer', 'treasurer'],
  ['observer', 'observer'],
  ['staff|liaison', 'staff'],
  ['(?:board )?members?|trustees?|directors?', 'member'],
]
const anyOffice = officeWords.map(([words]) => words).join('|')

const committee = /\b(?:sub)?committee\b|\btask force\b|\bworking group\b|\bcouncil\b/
/** Who had an office, or has only its title. */
const honorary = /\b(?:former|past|emerit\w*|honorary|ex|designate|elect)\b/

type Proposed = {
  /** The id of a body, which may not exist yet. */
  body: string
  name: string
  office: Office
  voting: boolean
}

/**
 * The terms that a person's role in the directory implies: "Treasurer, Finance Committee chair" is the treasurer of
 * the board, who chairs a committee. Everybody of the board has one in it; staff only where a committee is named.
 */
export function termsFromRole(
  { role, type }: { role: string; type: 'board' | 'staff' },
  bodies: readonly { id: string; name: string }[],
): Proposed[] {
  const proposed = new Map<string, Proposed>()
  for (const part of partsOf(role)) {
    const text = plainText(part)
    if (honorary.test(text)) continue
    const body = bodyIn(part, bodies)
    if (type === 'staff' && (!body || body.id === boardId)) continue
    const { id, name } = body ?? { id: boardId, name: '' }
    const office = type === 'staff' ? 'staff' : (officeIn(text) ?? 'member')
    // Of "Treasurer, Trustee", the first one counts.
    if (!proposed.has(id))
      proposed.set(id, { body: id, name, office, voting: usuallyVotes(office) })
  }
  const isFormer = honorary.test(plainText(role))
  if (type === 'board' && !proposed.has(boardId) && !isFormer) {
    proposed.set(boardId, { body: boardId, name: '', office: 'member', voting: true })
  }
  const board = bodies.find(({ id }) => id === boardId)?.name ?? 'Board'
  return [...proposed.values()].map((term) =>
    term.body === boardId ? { ...term, name: board } : term,
  )
}

/** "Audit and Risk Committee" is one part, "Secretary and Treasurer" are two. */
function partsOf(role: string): string[] {
  const and = `\\s+(?:and|&)\\s+`
  const split = new RegExp(
    `\\s*[,;/|]\\s*|(?<=\\b(?:${anyOffice}))${and}|${and}(?=(?:${anyOffice})\\b)`,
    'i',
  )
  return role.split(split).filter((part) => part.trim() !== '')
}

/** The office that a plain text (`plainText`) names. */
export function officeIn(text: string): Office | undefined {
  const found = officeWords.find(([words]) => new RegExp(`\\b(?:${words})\\b`).test(text))
  return found?.[1]
}

/** The body that a part of a role names; one that doesn't exist is named as it is written, without the office. */
function bodyIn(part: string, bodies: readonly { id: string; name: string }[]) {
  const text = plainText(part)
  const known = bodies.find(({ name }) => text.includes(plainText(name)))
  if (known && known.id !== boardId) return known
  if (!committee.test(text)) return known
  const ends = new RegExp(
    `^\\s*(?:(?:${anyOffice})\\b[\\s,:–-]*)?(?:(?:of|to|for|on|in)\\b\\s*)?(?:the\\b\\s*)?|[\\s,:–-]*\\b(?:${anyOffice})\\s*$`,
    'gi',
  )
  const name = part.replace(ends, '').trim()
  const id = bodyId(name)
  return id === '' ? undefined : { id, name: bodies.find((body) => body.id === id)?.name ?? name }
}
