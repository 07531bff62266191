/** A text of a directory entry: how it is entered, checked and found. */
type DirectoryField = {
  /** In forms and messages. Spreadsheets and replies have the field's key. */
  label: string
  /** The longest text that the API accepts, in characters. */
  most: number
  input: 'text' | 'email' | 'tel' | 'choice' | 'lines'
  hint?: string
  /** Whether every entry has it. */
  required?: true
  /** The values of a choice, with their labels. */
  options?: Readonly<Record<string, string>>
  pattern?: RegExp
  /** The message if it is missing or invalid (specification, section 5). */
  problem?: string
  /** Who finds people by it: everybody in the directory, or only admins in the list that they edit. */
  directorySearch: 'everybody' | 'admins' | 'nobody'
  /** What it is for the search of the whole portal: a title, which matters most, a place, a text, or nothing. */
  portalSearch: 'title' | 'place' | 'text' | 'none'
}

/**
 * The texts of a directory entry, in the order of forms and spreadsheets. The contract, stored entries, changes, the
 * admin's form, exports and searches follow this table. Only the photo isn't in it, because it is a file in the form and
 * an address in the entry.
 */
export const directoryFields = {
  name: {
    label: 'Name',
    most: 200,
    input: 'text',
    required: true,
    problem: 'Name is required',
    directorySearch: 'everybody',
    portalSearch: 'title',
  },
  role: {
    label: 'Role',
    most: 200,
    input: 'text',
    required: true,
    problem: 'Role is required',
    directorySearch: 'everybody',
    portalSearch: 'place',
  },
  type: {
    label: 'Type',
    most: 20,
    input: 'choice',
    required: true,
    options: { board: 'Board', staff: 'Staff' },
    problem: 'Valid type (board or staff) is required',
    directorySearch: 'nobody',
    portalSearch: 'none',
  },
  title: {
    label: 'Title',
    most: 200,
    input: 'text',
    hint: 'The professional title',
    directorySearch: 'admins',
    portalSearch: 'place',
  },
  department: {
    label: 'Department',
    most: 200,
    input: 'text',
    directorySearch: 'everybody',
    portalSearch: 'place',
  },
  email: {
    label: 'E-mail',
    most: 254,
    input: 'email',
    pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    problem: 'Valid email address is required',
    directorySearch: 'admins',
    // Everybody's address has the same domain.
    portalSearch: 'none',
  },
  phone: {
    label: 'Phone',
    most: 50,
    input: 'tel',
    directorySearch: 'admins',
    portalSearch: 'none',
  },
  bio: {
    label: 'Biography',
    most: 5000,
    input: 'lines',
    directorySearch: 'nobody',
    portalSearch: 'text',
  },
} as const satisfies Record<string, DirectoryField>

type Fields = typeof directoryFields
export type DirectoryFieldName = keyof Fields

/** The fields whose rows have a property: `FieldsWith<{ required: true }>`. */
export type FieldsWith<Property> = {
  [K in DirectoryFieldName]: Fields[K] extends Property ? K : never
}[DirectoryFieldName]

export const directoryFieldNames = Object.keys(directoryFields) as DirectoryFieldName[]

/** A field's row, without its literal types. */
export function directoryField(name: DirectoryFieldName): DirectoryField {
  return directoryFields[name]
}

/** The broken rules of an entry, by field; spaces at either end don't count. */
export function directoryProblems(
  entry: Readonly<Record<string, unknown>>,
): Partial<Record<DirectoryFieldName, string>> {
  const broken = directoryFieldNames.flatMap((name) => {
    const { problem } = directoryField(name)
    return problem === undefined || isValid(name, entry[name]) ? [] : [[name, problem] as const]
  })
  return Object.fromEntries(broken)
}

function isValid(name: DirectoryFieldName, value: unknown): boolean {
  const { required = false, options, pattern } = directoryField(name)
  const text = typeof value === 'string' ? value.trim() : value
  if (text === undefined || text === '') return !required
  if (typeof text !== 'string') return false
  return (!options || Object.hasOwn(options, text)) && (!pattern || pattern.test(text))
}

/** The fields that each search of the directory covers, and the same in words: "name, role or department". */
export const directorySearch = {
  members: coverage('everybody'),
  admins: coverage('everybody', 'admins'),
}

function coverage<By extends DirectoryField['directorySearch']>(...by: By[]) {
  type Covered = FieldsWith<{ directorySearch: By }>
  const covering: string[] = by
  const fields = directoryFieldNames.filter((name): name is Covered =>
    covering.includes(directoryFields[name].directorySearch),
  )
  const labels = fields.map((name) => directoryFields[name].label.toLowerCase())
  // British lists have no comma before "or".
  const words = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(labels)
  return { fields, words }
}
