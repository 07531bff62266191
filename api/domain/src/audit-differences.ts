import { isolated } from './shown-text.ts'
import { isMaterialType, materialName } from './slot-names.ts'

/** A changed field in words; empty if there was or is no value. */
export type Difference = { field: string; before: string; after: string }

/** The store's own fields, which change with every save or with another field. */
const bookkeeping = new Set([
  'id',
  'revision',
  'createdAt',
  'updatedAt',
  'lastUpdated',
  'earlierDocuments',
])

/** The name of the one list that is stored without a field. */
const bareList = 'Designated admins'

/** Labels of fields whose names don't read well. */
const fieldNames: Record<string, string> = {
  email: 'E-mail',
  photoUrl: 'Photo',
  embedUrl: 'Embed URL',
  webViewLink: 'Link in the drive',
  documentId: 'Document',
  mimeType: 'File type',
  providers: 'Signs in with',
  timesFollow: 'Start times follow the durations',
}

/** The fields in which two stored bodies differ, in stored order. `say` formats a single value. */
export function differences(
  before: unknown,
  after: unknown,
  say: (value: unknown) => string = String,
): Difference[] {
  return compared('', before, after, say)
}

type Say = (value: unknown) => string

function compared(field: string, before: unknown, after: unknown, say: Say): Difference[] {
  if (isRecord(before ?? after) && isRecord(after ?? before)) {
    return comparedRecords(field, asRecord(before), asRecord(after), say)
  }
  if (holdsRecords(before) || holdsRecords(after)) {
    return comparedLists(field, asList(before), asList(after), say)
  }
  const [was, is] = [inWords(before, say), inWords(after, say)]
  return was === is ? [] : [{ field: field || bareList, before: was, after: is }]
}

type Fields = Record<string, unknown>

function comparedRecords(field: string, before: Fields, after: Fields, say: Say): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => !bookkeeping.has(name))
    .flatMap((name) => compared(joined(field, fieldName(name)), before[name], after[name], say))
}

/** Lists of objects such as agenda items and their papers, matched by id or slot and labeled by title. */
function comparedLists(field: string, before: Fields[], after: Fields[], say: Say): Difference[] {
  const keys = (list: Fields[]) =>
    list.map(({ id, materialType }, index) => {
      if (typeof id === 'string') return id
      return typeof materialType === 'string' ? materialType : String(index)
    })
  const [was, is] = [keys(before), keys(after)]
  const each = [...new Set([...was, ...is])].flatMap((key): Difference[] => {
    const old = before[was.indexOf(key)]
    const now = after[is.indexOf(key)]
    const named = joined(field, `“${isolated(titleOf(now ?? old))}”`)
    if (old && now) return comparedRecords(named, old, now, say)
    return [{ field: named, before: old ? 'present' : '', after: now ? 'added' : 'removed' }]
  })
  const [stayedWas, stayedIs] = [
    before.filter((_, index) => is.includes(was[index]!)),
    after.filter((_, index) => was.includes(is[index]!)),
  ]
  const moved = keys(stayedWas).join() !== keys(stayedIs).join()
  const order = (list: Fields[]) => list.map(titleOf).join(', ')
  return moved
    ? [...each, { field: joined(field, 'order'), before: order(stayedWas), after: order(stayedIs) }]
    : each
}

/** `Items` and `“Welcome”` and `Duration` become `Items: “Welcome”: Duration`. */
function joined(field: string, part: string): string {
  return field ? `${field}: ${part}` : part
}

/** `displayName` becomes `Display name`. */
export function fieldName(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return fieldNames[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

function titleOf(fields: Fields | undefined): string {
  const title = fields?.['title'] ?? fields?.['text'] ?? fields?.['name']
  if (typeof title === 'string' && title !== '') return title
  const type = fields?.['materialType']
  if (typeof type !== 'string') return 'Untitled'
  return isMaterialType(type) ? materialName(type) : type
}

function inWords(value: unknown, say: Say): string {
  if (value === undefined || value === null || value === '') return ''
  if (Array.isArray(value)) return value.map((each) => inWords(each, say)).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : say(value)
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asRecord(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

function holdsRecords(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord)
}

function asList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
