/** Pixels from the top left, four bytes each; the fourth is ignored. */
export type PagePicture = { width: number; height: number; pixels: Uint8Array }

/**
 * The brightness of each part of a page relative to its average, as a unit vector, so that a scan's brightness and
 * contrast don't matter. `cells` is undefined for a blank page.
 */
export type PageFingerprint = { aspect: number; cells: Float32Array | undefined }

/** The parts of a page: each about as large as two letters. */
const grid = { columns: 80, rows: 100 }

/** A page whose parts differ by less, out of 255, is blank: that much comes from the paper and the scanner. */
const leastContrast = 1.5

export function pageFingerprint({ width, height, pixels }: PagePicture): PageFingerprint {
  const sums = new Float64Array(grid.columns * grid.rows)
  const counts = new Float64Array(sums.length)
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * grid.rows) / height) * grid.columns
    for (let x = 0; x < width; x += 1) {
      const at = 4 * (y * width + x)
      const cell = row + Math.floor((x * grid.columns) / width)
      sums[cell]! += (pixels[at]! + pixels[at + 1]! + pixels[at + 2]!) / 3
      counts[cell]! += 1
    }
  }
  const cells = Float32Array.from(sums, (sum, at) => sum / Math.max(1, counts[at]!))
  const average = cells.reduce((sum, cell) => sum + cell, 0) / cells.length
  for (const at of cells.keys()) cells[at]! -= average
  const length = Math.sqrt(cells.reduce((sum, cell) => sum + cell * cell, 0))
  const isBlank = length / Math.sqrt(cells.length) < leastContrast
  return { aspect: width / height, cells: isBlank ? undefined : cells.map((cell) => cell / length) }
}

/** How similar two pages look: 1 for the same picture, about 0 for unrelated ones, 0 if either is blank. */
export function similarity(page: PageFingerprint, other: PageFingerprint): number {
  if (Math.abs(page.aspect / other.aspect - 1) > 0.02) return 0
  const [a, b] = [page.cells, other.cells]
  if (!a || !b) return 0
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0)
}
