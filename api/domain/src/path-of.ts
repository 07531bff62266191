type Value = string | number | boolean | undefined

/** The path with its parameters filled in, and the query string. */
export function pathOf(
  path: string,
  params: Record<string, Value> = {},
  query: Record<string, Value> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}
