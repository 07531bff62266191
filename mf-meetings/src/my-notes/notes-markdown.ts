import { type NotedPaper, type NoteEntry, noteHeading } from '@portal/domain/listed-notes'
import { mostNotePictures, pictureText } from '@portal/domain/note-picture'
import { withdrawnQuotation } from '@portal/domain/note-subject'
import type { QuarterPapers } from '@portal/domain/papers-by-quarter'

/** The address of a note's picture; undefined if it has none, or none can be drawn. */
type PictureOf = (note: NoteEntry, paper: NotedPaper) => Promise<string | undefined> | undefined

/**
 * The reader's notes as Markdown (CommonMark): quotations as block quotes, their own words as plain text, and pictures
 * whose long addresses are at the end, so that the text can be read as it is.
 */
export async function notesMarkdown(
  quarters: readonly QuarterPapers<NotedPaper>[],
  day: string,
  pictureOf: PictureOf,
): Promise<string> {
  const blocks = ['# My notes', day]
  const pictures: string[] = []
  for (const { name, papers } of quarters) {
    blocks.push(`## ${escaped(name)}`)
    for (const paper of papers) {
      blocks.push(`### ${escaped(paper.name)}`)
      for (const note of paper.notes) {
        const isLeft = pictures.length < mostNotePictures
        const address = isLeft ? await pictureOf(note, paper) : undefined
        const label = address && `picture-${pictures.push(address)}`
        const words = escaped(pictureText(note, paper.name).replaceAll(/\s+/g, ' '))
        blocks.push(...blocksOf(note, label && `![${words}][${label}]`))
      }
    }
  }
  const addresses = pictures.map((address, index) => `[picture-${index + 1}]: ${address}`)
  return `${[...blocks, ...addresses].join('\n\n')}\n`
}

function blocksOf(note: NoteEntry, picture: string | undefined): string[] {
  const { quotation, withdrawnWith, text } = note
  return [
    `**${noteHeading(note)}**`,
    ...(quotation ? [quoted(quotation)] : []),
    ...(withdrawnWith === undefined ? [] : [`*${withdrawnQuotation(withdrawnWith)}*`]),
    ...(picture ? [picture] : []),
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
