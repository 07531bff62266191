/** Checks that a key is safe to use as a path: plain segments, none starting with a dot. */
export function checkedKey(key: string): string {
  const plain = /^[\w@-][\w@.-]*(\/[\w@-][\w@.-]*)*$/.test(key) && key.length <= 500
  if (!plain) throw new Error(`${JSON.stringify(key.slice(0, 100))} is not a valid blob key.`)
  return key
}
