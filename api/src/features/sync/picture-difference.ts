/** Pixels from the top left, four bytes each; the fourth is not used. */
export type Bitmap = { width: number; height: number; pixels: Uint8Array }

/*
 * The tolerances, in levels of a color from 0 to 255 and pixels of 1/108 inch; docs/decisions/0100-the-same-pages.md has
 * the measurements. The noise of a scan that is compressed again averages out within a cell and is weak at any pixel. A
 * bar, a letter or a watermark is either strong at some pixels or the same everywhere in some cells.
 */

/** Weaker differences don't count. */
const leastLevels = 4
/** Cells have this side, in pixels. One counts from this average difference, and pages differ from this number of near cells. */
const cellSize = 8
const leastAverage = 4
const fewestCells = 5
/** How far near cells are from each other. */
const reach = 2
/** This many pixels with so strong a difference make a difference if they are in the same or the next cell. */
const strongLevels = 64
const fewestStrong = 8
/** If everything else is equal to the pixel, a weaker difference in this few cells isn't noise. */
const localLevels = 48
const mostLocalCells = 16

/** Whether two pictures of the same size look different. */
export function looksDifferent(before: Bitmap, after: Bitmap): boolean {
  if (Buffer.compare(before.pixels, after.pixels) === 0) return false
  const differences = differencesOf(before, after)
  if (!differences) return true
  if (differences.differing <= mostLocalCells && differences.strongest > localLevels) return true
  return (
    isAnyAreaOver(differences.strong, differences.columns, { reach: 1, least: fewestStrong }) ||
    isAnyAreaOver(
      differences.sums.map((sum) => (sum > leastAverage * cellSize * cellSize ? 1 : 0)),
      differences.columns,
      { reach, least: fewestCells },
    )
  )
}

type Differences = {
  columns: number
  /** For each cell, the sum of its differences in the color that differs most. */
  sums: Float64Array
  /** For each cell, how many pixels differ strongly. */
  strong: Float64Array
  /** How many cells differ, and by how much the most different pixel does. */
  differing: number
  strongest: number
}

/** Undefined as soon as the strong differences in one cell are enough. */
function differencesOf(before: Bitmap, after: Bitmap): Differences | undefined {
  const { width, height } = before
  const columns = Math.ceil(width / cellSize)
  const cells = columns * Math.ceil(height / cellSize)
  const sums = [0, 1, 2].map(() => new Float64Array(cells))
  const strong = new Float64Array(cells)
  const isDiffering = new Uint8Array(cells)
  let strongest = 0
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = 4 * (y * width + x)
      const cell = Math.floor(y / cellSize) * columns + Math.floor(x / cellSize)
      let most = 0
      for (let color = 0; color < 3; color += 1) {
        const plain = Math.abs(before.pixels[at + color]! - after.pixels[at + color]!)
        if (plain === 0) continue
        isDiffering[cell] = 1
        strongest = Math.max(strongest, plain)
        if (plain <= leastLevels) continue
        const difference = differenceAt(before, after, { x, y, color })
        sums[color]![cell]! += difference
        most = Math.max(most, Math.abs(difference))
      }
      if (most > strongLevels) strong[cell]! += 1
      if (strong[cell]! >= fewestStrong) return undefined
    }
  }
  return {
    columns,
    sums: Float64Array.from({ length: cells }, (_, cell) =>
      Math.max(...sums.map((all) => Math.abs(all[cell]!))),
    ),
    strong,
    differing: isDiffering.reduce((sum, pixel) => sum + pixel, 0),
    strongest,
  }
}

type Point = { x: number; y: number; color: number }

/**
 * By how much a pixel of one picture is outside the range of the pixels around it in the other one, in the direction that
 * differs more. An edge that is drawn a fraction of a pixel further is within the range.
 */
function differenceAt(before: Bitmap, after: Bitmap, point: Point): number {
  const at = 4 * (point.y * before.width + point.x) + point.color
  const [first, second] = [before.pixels[at]!, after.pixels[at]!]
  const forward = outside(first, rangeAround(after, point))
  const backward = -outside(second, rangeAround(before, point))
  return Math.abs(forward) > Math.abs(backward) ? forward : backward
}

function outside(level: number, [low, high]: [number, number]): number {
  if (level < low) return level - low
  return level > high ? level - high : 0
}

function rangeAround({ width, height, pixels }: Bitmap, { x, y, color }: Point): [number, number] {
  let [low, high] = [255, 0]
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
      const level = pixels[4 * (row * width + column) + color]!
      if (level < low) low = level
      if (level > high) high = level
    }
  }
  return [low, high]
}

/** Whether the counts of near cells add up to `least` anywhere. */
function isAnyAreaOver(
  counts: Float64Array,
  columns: number,
  { reach: far, least }: { reach: number; least: number },
): boolean {
  const rows = counts.length / columns
  return counts.some((count, cell) => {
    if (count === 0) return false
    const [row, column] = [Math.floor(cell / columns), cell % columns]
    let sum = 0
    for (let near = Math.max(0, row - far); near <= Math.min(rows - 1, row + far); near += 1) {
      const from = near * columns + Math.max(0, column - far)
      const to = near * columns + Math.min(columns - 1, column + far)
      for (let other = from; other <= to; other += 1) sum += counts[other]!
    }
    return sum >= least
  })
}
