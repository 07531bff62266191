const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5]

/** The zoom factor, within the range of the steps. */
export function clampZoom(factor: number): number {
  return Math.min(Math.max(factor, steps[0]!), steps.at(-1)!)
}

/** The next larger (1) or smaller (-1) standard zoom factor. */
export function nextZoom(factor: number, direction: 1 | -1): number {
  const near = 0.01
  if (direction === 1) return steps.find((step) => step > factor + near) ?? steps.at(-1)!
  return steps.findLast((step) => step < factor - near) ?? steps[0]!
}
