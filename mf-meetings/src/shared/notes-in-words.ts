import { counted } from '@portal/domain/counted'

export function notesInWords(count: number): string {
  return counted(count, 'note')
}
