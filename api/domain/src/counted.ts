/** `1 paper`, `1,200 papers`; `many` if the plural isn't formed with an s. */
export function counted(count: number, singular: string, many = `${singular}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : many}`
}
