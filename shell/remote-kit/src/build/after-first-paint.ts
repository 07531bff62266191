/**
 * Runs the shell's code once the page has painted what its HTML and styles are enough for: on an old iPad that code
 * takes longer to run than everything before it. Stands around the built code as text, so it uses nothing of this file's.
 */
export function afterFirstPaint(run: () => void): void {
  let isRunning = false
  const begin = () => {
    if (isRunning) return
    isRunning = true
    run()
  }
  // A tab in the background paints nothing; and no font is waited for longer, in ms.
  setTimeout(begin, document.hidden ? 0 : 1000)
  const paint = () => requestAnimationFrame(() => setTimeout(begin))
  // The page's own name and greeting are drawn in it, and not before it is there.
  document.fonts.load('1em "Source Serif First"').then(paint, paint)
}
