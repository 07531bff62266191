/** `1 paper`, `1,200 papers`; `many` if the plural isn't formed with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
