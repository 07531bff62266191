import type { DriveEntry } from './drive-tree.ts'

type Test = (entry: DriveEntry) => boolean

/** Parses the part of Drive's query language that the portal uses; undefined for anything else. */
export function readQuery(text: string): Test | undefined {
  const tokens = text.match(/'(?:[^'\\]|\\.)*'|[()]|!=|=|[a-zA-Z]+/g) ?? []
  let at = 0
  const next = () => tokens[at++]
  const taken = (word: string) => {
    if (tokens[at] !== word) return false
    at += 1
    return true
  }

  const either = (): Test | undefined => {
    let left = both()
    while (left && taken('or')) {
      const [a, b] = [left, both()]
      left = b && ((entry) => a(entry) || b(entry))
    }
    return left
  }
  const both = (): Test | undefined => {
    let left = term()
    while (left && taken('and')) {
      const [a, b] = [left, term()]
      left = b && ((entry) => a(entry) && b(entry))
    }
    return left
  }
  const term = (): Test | undefined => {
    if (taken('(')) {
      const inner = either()
      return taken(')') ? inner : undefined
    }
    if (tokens[at]?.startsWith("'")) {
      const id = unquoted(next()!)
      return taken('in') && taken('parents') ? ({ parent }) => parent === id : undefined
    }
    const field = next()
    const isSame = taken('=')
    if (!isSame && !taken('!=')) return undefined
    const value = next() ?? ''
    if (field === 'trashed') return ({ trashed }) => (String(trashed) === value) === isSame
    if (field === 'mimeType') {
      return ({ mimeType }) => (mimeType === unquoted(value)) === isSame
    }
    return undefined
  }

  const test = either()
  return at === tokens.length ? test : undefined
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, '$1')
}
