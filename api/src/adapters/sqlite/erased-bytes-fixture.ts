import { existsSync, readFileSync } from 'node:fs'

/** Which of these texts are anywhere in a database's files. */
export function foundInFiles(database: string, texts: readonly string[]): string[] {
  const bytes = ['', '-wal', '-shm', '-journal']
    .map((end) => `${database}${end}`)
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file))
  return texts.filter((text) => bytes.some((content) => content.includes(text)))
}
