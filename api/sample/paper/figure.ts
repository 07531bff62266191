import { colors, measure, page } from './look.ts'
import type { Sheet } from './sheet.ts'

type Series = { name: string; color: string; values: number[]; dashed?: boolean }

export type Figure = {
  caption: string
  /** Text alternative for the chart. */
  alt: string
  labels: string[]
  series: Series[]
  kind: 'lines' | 'columns'
  /** Formats a value on the scale. */
  scale: (value: number) => string
  height?: number
}

/** Draws a line chart or grouped columns, with scale and legend. */
export function drawFigure(sheet: Sheet, figure: Figure): void {
  const { doc, font, room } = sheet
  const height = figure.height ?? 210
  room(height + 64)
  sheet.root.add(
    doc.struct('P', {}, () => {
      font('labelStrong', 9.5)
      doc.text(figure.caption, page.left, doc.y, { width: measure })
    }),
  )
  const top = doc.y + 8
  const box = { left: page.left + 44, top, width: measure - 48, height: height - 24 }
  sheet.root.add(
    doc.struct('Figure', { alt: figure.alt }, () => {
      const steps = scaleSteps(Math.max(1, ...figure.series.flatMap(({ values }) => values)))
      const most = steps.at(-1)!
      const yOf = (value: number) => box.top + box.height * (1 - Math.max(0, value) / most)
      for (const step of steps) drawStep(sheet, box.left, box.width, yOf(step), figure.scale(step))
      drawLabels(sheet, figure.labels, box)
      if (figure.kind === 'lines') drawLines(sheet, figure, box, yOf)
      else drawColumns(sheet, figure, box, yOf)
      drawKey(sheet, figure.series, box.top + box.height + 24)
    }),
  )
  doc.x = page.left
  doc.y = box.top + box.height + 48
}

type Box = { left: number; top: number; width: number; height: number }

/** Round steps from zero to just above `most`. */
function scaleSteps(most: number): number[] {
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((of) => of * power).find((of) => of >= rough)!
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step)
}

function drawStep({ doc, font }: Sheet, left: number, width: number, y: number, text: string) {
  doc
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.5)
    .strokeColor(colors.line)
    .stroke()
  font('label', 8, colors.soft)
  doc.text(text, left - 48, y - 4, { width: 42, align: 'right', lineBreak: false })
}

function drawLabels({ doc, font }: Sheet, labels: string[], box: Box): void {
  font('label', 8, colors.soft)
  const every = Math.ceil(labels.length / 12)
  for (const [at, label] of labels.entries()) {
    if (at % every !== 0) continue
    const middle = box.left + (box.width * (at + 0.5)) / labels.length
    doc.text(label, middle - 30, box.top + box.height + 6, { width: 60, align: 'center' })
  }
}

function drawLines(
  { doc }: Sheet,
  { series, labels }: Figure,
  box: Box,
  yOf: (v: number) => number,
) {
  for (const { values, color, dashed } of series) {
    for (const [at, value] of values.entries()) {
      const x = box.left + (box.width * (at + 0.5)) / labels.length
      if (at === 0) doc.moveTo(x, yOf(value))
      else doc.lineTo(x, yOf(value))
    }
    if (dashed) doc.dash(4, { space: 3 })
    doc.lineWidth(2).strokeColor(color).stroke()
    doc.undash()
  }
}

function drawColumns(
  { doc }: Sheet,
  { series, labels }: Figure,
  box: Box,
  yOf: (v: number) => number,
) {
  const group = box.width / labels.length
  const width = (group * 0.7) / series.length
  for (const [which, { values, color }] of series.entries()) {
    for (const [at, value] of values.entries()) {
      const x = box.left + group * at + group * 0.15 + width * which
      doc.rect(x, yOf(value), width - 1.5, box.top + box.height - yOf(value)).fill(color)
    }
  }
}

function drawKey({ doc, font }: Sheet, series: Series[], y: number): void {
  let x = page.left + 44
  for (const { name, color } of series) {
    doc.rect(x, y + 1, 9, 9).fill(color)
    font('label', 9)
    doc.text(name, x + 14, y, { lineBreak: false })
    x += 14 + doc.widthOfString(name) + 20
  }
}
