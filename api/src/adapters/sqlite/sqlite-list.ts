import type { ListQuery, Stored } from '../../platform/store/document-store.ts'
import {
  cursorAt,
  isFieldName,
  listPositionOf,
  sortable,
} from '../../platform/store/list-cursor.ts'

/** Builds the statement. It requests one extra row, which shows whether there is a next page. */
export function listStatement(
  collection: string,
  query: ListQuery,
): { sql: string; values: (string | number)[] } {
  const { where = {}, orderBy = 'id', descending = false, from, to, limit } = query
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
  const after = listPositionOf(query)
  if (after) {
    const beyond = descending ? '<' : '>'
    // The first condition is implied by the second, but only the first can use an index.
    conditions.push(`${sort} ${beyond}= ?`, `(${sort}, id) ${beyond} (?, ?)`)
    values.push(after.value, after.value, after.id)
  }
  const direction = descending ? 'DESC' : 'ASC'
  const sql = `SELECT id, revision, updated_at, body FROM documents WHERE ${conditions.join(' AND ')}
    ORDER BY ${sort} ${direction}, id ${direction}${limit === undefined ? '' : ` LIMIT ${Math.trunc(limit) + 1}`}`
  return { sql, values }
}

export function nextCursor(last: Stored<Record<string, unknown>>, query: ListQuery): string {
  return cursorAt(query, { value: sortable(last[query.orderBy ?? 'id'])!, id: last.id })
}

/** A field's SQL expression; indexes must use the same expression to be used. */
export function column(field: string): string {
  if (field === 'id' || field === 'revision') return field
  if (field === 'updatedAt') return 'updated_at'
  if (!isFieldName(field)) throw new Error(`${field} is not a valid field name.`)
  // Arrays and objects would be returned as JSON and sorted among the strings.
  return `CASE json_type(body, '$.${field}') WHEN 'array' THEN NULL WHEN 'object' THEN NULL
    ELSE json_extract(body, '$.${field}') END`
}
