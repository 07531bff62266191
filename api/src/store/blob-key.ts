/** Keys become paths: every part is a plain name, none starts with a dot. */
export function checkedKey(key: string): string {
  const plain = /^[\w@-][\w@.-]*(\/[\w@-][\w@.-]*)*$/.test(key) && key.length <= 500
  if (!plain) throw new Error(`${JSON.stringify(key.slice(0, 100))} can't be the key of a blob.`)
  return key
}
