import type { NotedPaper, NoteEntry } from '@portal/contract/listed-notes'
import { withdrawnQuotation } from '@portal/domain/note-subject'
import { noteColorNames } from '@portal/domain/mark-colors'
import type { QuarterPapers } from '@portal/domain/papers-by-quarter'

/** The reader's notes as Markdown (CommonMark): quotations as block quotes, their own words as plain text. */
export function notesMarkdown(quarters: readonly QuarterPapers<NotedPaper>[], day: string): string {
  const blocks = quarters.flatMap(({ name, papers }) => [
    `## ${escaped(name)}`,
    ...papers.flatMap((paper) => [`### ${escaped(paper.name)}`, ...paper.notes.flatMap(blocksOf)]),
  ])
  return `${['# My notes', day, ...blocks].join('\n\n')}\n`
}

function blocksOf(note: NoteEntry): string[] {
  const { page, version, color, isPlaced, isPending, quotation, withdrawnWith, text } = note
  const where = [`Page ${page}, version ${version}`, noteColorNames[color]]
  if (!isPlaced) where.push(isPending ? 'Not placed yet' : 'Not placed')
  return [
    `**${where.join(' · ')}**`,
    ...(quotation ? [quoted(quotation)] : []),
    ...(withdrawnWith === undefined ? [] : [`*${withdrawnQuotation(withdrawnWith)}*`]),
    ...(text ? [escaped(text)] : []),
  ]
}

function quoted(text: string): string {
  return escaped(text)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

/** Escapes every character that Markdown could read as markup; line breaks stay. */
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => escapedLine(line.trim()))
    .join('\n')
    .replaceAll(/([^\n])\n(?=[^\n])/g, '$1\\\n')
    .trim()
}

function escapedLine(line: string): string {
  return line
    .replaceAll(/[\\`*_{}[\]<>#|~&!]/g, String.raw`\$&`)
    .replace(/^([-+=])/, String.raw`\$1`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
}
