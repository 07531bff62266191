export function notesInWords(count: number): string {
  return count === 1 ? '1 note' : `${count.toLocaleString('en')} notes`
}
