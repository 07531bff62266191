/** An address for a pattern of a route: known parameters get their value, others a word. */
export function addressOf(pattern: string, params: Record<string, string>): string {
  return pattern
    .replace(/\/:(\w+)\?/g, (_, name: string) => `/${params[name] ?? 'sample'}`)
    .replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'sample')
    .replace(/\*$/, 'sample')
}
