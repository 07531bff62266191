const waiting: (() => void)[] = []

/**
 * Lets other requests run between two pieces of long work on the event loop. However much long work there is, only one
 * piece runs between two checks for requests, so a read waits for one piece instead of for one of each.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resume)
  })
}

function resume(): void {
  const next = waiting.shift()
  if (waiting.length > 0) setImmediate(resume)
  next?.()
}
