import { degrees, PDFDocument, PDFName, PDFString, rgb, StandardFonts } from '@cantoo/pdf-lib'

type Ink = readonly [red: number, green: number, blue: number]

/** The gray of text that the marks are measured with: 8:1 on white. */
export const gray: Ink = [71, 82, 84]

/** The lines of each page. Those that are found by their color have one of their own. */
export const inks = {
  link: [0, 0, 150],
  search: [150, 0, 0],
  added: [0, 80, 0],
} satisfies Record<string, Ink>

const topics = ['orchards', 'lanterns', 'harbours', 'violets']
/** Each page's `/Rotate`. */
const turns = [0, 90, 180, 270]

/** What is highlighted on a page, from 1. */
export const highlightedLine = (color: string, page: number) =>
  `The ${color} words on ${topics[page - 1]}`
export const searchedWord = 'telescope'
/** In % of a page as it is shown with its own rotation, around a square. */
export const areas = [
  { x: 70, y: 66, width: 20, height: 23 },
  { x: 11, y: 70, width: 23, height: 20 },
  { x: 10, y: 11, width: 20, height: 23 },
  { x: 66, y: 10, width: 23, height: 20 },
]

/** Four pages with equal lines, a link and a square, each turned by another `/Rotate`; a later version has a line more. */
export async function turnedPaper({ hasAdded }: { hasAdded: boolean }): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.HelveticaBold)
  for (const [index, turn] of turns.entries()) {
    const page = document.addPage([500, 400])
    page.setRotation(degrees(turn))
    const write = (text: string, y: number, ink: Ink) =>
      page.drawText(text, { x: 40, y, font, size: 22, color: colorOf(ink) })
    for (const [line, color] of ['yellow', 'green', 'blue'].entries()) {
      write(highlightedLine(color, index + 1), 350 - 40 * line, gray)
    }
    write(searchedWord, 220, inks.search)
    write('The portal', 170, inks.link)
    if (hasAdded) write(`Added since: ${topics[index]}`, 20, inks.added)
    // Without it, the pages would be too much alike to be compared.
    const items = Array.from({ length: 30 }, (_, number) => `${topics[index]}-${number}`)
    page.drawText(items.join(' '), { x: 40, y: 145, font, size: 8, lineHeight: 10, maxWidth: 300 })
    page.drawRectangle({ x: 370, y: 60, width: 60, height: 60, color: colorOf(gray) })
    const link = document.context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [38, 163, 42 + font.widthOfTextAtSize('The portal', 22), 192],
      Border: [0, 0, 0],
      A: { Type: 'Action', S: 'URI', URI: PDFString.of('https://larkspur.example/') },
    })
    page.node.set(PDFName.of('Annots'), document.context.obj([document.context.register(link)]))
  }
  return document.save()
}

function colorOf([red, green, blue]: Ink) {
  return rgb(red / 255, green / 255, blue / 255)
}
