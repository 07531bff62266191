export type FieldMask = Map<string, FieldMask | undefined>

/** Parses `nextPageToken,files(id,shortcutDetails(targetId))`; undefined if it is malformed. */
export function readMask(text: string): FieldMask | undefined {
  const tokens = text.replace(/\s/g, '').match(/[a-zA-Z0-9*]+|[(),/]/g) ?? []
  let at = 0
  const group = (): FieldMask | undefined => {
    const mask: FieldMask = new Map()
    for (;;) {
      const name = tokens[at++]
      if (name === undefined || !/^[a-zA-Z0-9*]+$/.test(name)) return undefined
      mask.set(name, undefined)
      if (tokens[at] === '(') {
        at += 1
        const inner = group()
        if (!inner || tokens[at++] !== ')') return undefined
        mask.set(name, inner)
      }
      if (tokens[at] !== ',') return mask
      at += 1
    }
  }
  const mask = group()
  return at === tokens.length ? mask : undefined
}

/** Applies a mask to a value, or to each element of an array. */
export function masked(value: unknown, mask: FieldMask | undefined): unknown {
  if (!mask || mask.has('*')) return value
  if (Array.isArray(value)) return value.map((each) => masked(each, mask))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => mask.has(name))
  return Object.fromEntries(kept.map(([name, field]) => [name, masked(field, mask.get(name))]))
}
