import type { ListQuery, Stored } from '../../store/document-store.ts'
import { Refusal } from '../../refusal.ts'

/** One more row than asked for tells whether there is a next page. */
export function listStatement(
  collection: string,
  query: ListQuery,
): { sql: string; values: (string | number)[] } {
  const { where = {}, orderBy = 'id', descending = false, from, to, after, limit } = query
  const conditions = ['collection = ?']
  const values: (string | number)[] = [collection]
  for (const [field, value] of Object.entries(where)) {
    conditions.push(`${column(field)} = ?`)
    values.push(typeof value === 'boolean' ? Number(value) : value)
  }
  const sort = column(orderBy)
  if (orderBy !== 'id') conditions.push(`${sort} IS NOT NULL`)
  if (from !== undefined) {
    conditions.push(`${sort} >= ?`)
    values.push(from)
  }
  if (to !== undefined) {
    conditions.push(`${sort} < ?`)
    values.push(to)
  }
  if (after !== undefined) {
    const [value, id] = parseCursor(after)
    const beyond = descending ? '<' : '>'
    // The first says nothing that the second doesn't, but it alone finds its place in an index.
    conditions.push(`${sort} ${beyond}= ?`, `(${sort}, id) ${beyond} (?, ?)`)
    values.push(value, value, id)
  }
  const direction = descending ? 'DESC' : 'ASC'
  const sql = `SELECT id, revision, updated_at, body FROM documents WHERE ${conditions.join(' AND ')}
    ORDER BY ${sort} ${direction}, id ${direction}${limit === undefined ? '' : ` LIMIT ${Math.trunc(limit) + 1}`}`
  return { sql, values }
}

export function nextCursor(last: Stored<Record<string, unknown>>, query: ListQuery): string {
  const value = last[query.orderBy ?? 'id']
  const sortable = typeof value === 'boolean' ? Number(value) : value
  return Buffer.from(JSON.stringify([sortable, last.id])).toString('base64url')
}

function parseCursor(cursor: string): [string | number, string | number] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [value, id]: unknown[] = parsed
      if (isSortable(value) && isSortable(id)) return [value, id]
    }
  } catch {
    // Falls through to the refusal.
  }
  throw new Refusal('badRequest', 'There is no such page of the list.')
}

function isSortable(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function column(field: string): string {
  if (field === 'id' || field === 'revision') return field
  if (field === 'updatedAt') return 'updated_at'
  if (!/^[A-Za-z_]\w*$/.test(field)) throw new Error(`${field} can't be the name of a field.`)
  return `json_extract(body, '$.${field}')`
}
