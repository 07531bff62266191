const titles = ['Summary', 'Receipts', 'Expenses', 'Investments', 'Outlook']

/** A PDF of five pages with text and a table of contents. */
export function samplePdf(): Uint8Array<ArrayBuffer> {
  const firstPage = 4
  const firstText = firstPage + titles.length
  const outline = firstText + titles.length
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Outlines ${outline} 0 R >>`,
    `<< /Type /Pages /Kids [${titles.map((_, page) => `${firstPage + page} 0 R`).join(' ')}] /Count ${titles.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...titles.map(
      (_, page) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${firstText + page} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    ),
    ...titles.map((title) => stream(textOf(title))),
    `<< /Type /Outlines /First ${outline + 1} 0 R /Last ${outline + titles.length} 0 R /Count ${titles.length} >>`,
    ...titles.map((title, page) => {
      const next = page < titles.length - 1 ? ` /Next ${outline + page + 2} 0 R` : ''
      const previous = page > 0 ? ` /Prev ${outline + page} 0 R` : ''
      return `<< /Title (${title}) /Parent ${outline} 0 R /Dest [${firstPage + page} 0 R /XYZ 0 792 0]${previous}${next} >>`
    }),
  ]
  return new TextEncoder().encode(fileOf(objects))
}

function textOf(title: string): string {
  const lines = Array.from(
    { length: 24 },
    (_, line) => `(Line ${line + 1}: cash and cash equivalents of the quarter.) Tj T*`,
  )
  return `BT /F1 24 Tf 72 700 Td (${title}) Tj /F1 12 Tf 22 TL 0 -40 Td ${lines.join('\n')} ET`
}

function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
}

/** Objects are numbered from 1; every character is one byte, so lengths are offsets. */
function fileOf(objects: string[]): string {
  let file = '%PDF-1.7\n'
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length)
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
}
