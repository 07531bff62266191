import { readFileSync } from 'node:fs'

export type PageCommand = {
  /** The heading above it. */
  under: string
  /** The whole block, to be run by a shell. */
  script: string
}

/** The commands of a guide in order: its fenced blocks marked `sh`. */
export function pageCommands(file: string): PageCommand[] {
  const commands: PageCommand[] = []
  let under = ''
  let block: string[] | undefined
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (block) {
      if (line === '```') {
        commands.push({ under, script: block.join('\n') })
        block = undefined
      } else block.push(line)
    } else if (line === '```sh') block = []
    else if (line.startsWith('#')) under = line.replace(/^#+\s*/, '')
  }
  return commands
}
