/**
 * Runs the shell's code once the page has painted its HTML and styles, because on an old iPad that code
 * takes longer than everything before it. It wraps the built code as text, so it can't use anything
 * else from this file.
 */
export function afterFirstPaint(run: () => void): void {
  let isRunning = false
  const begin = () => {
    if (isRunning) return
    isRunning = true
    run()
  }
  // A background tab paints nothing. Fonts are awaited no longer than this, in ms.
  setTimeout(begin, document.hidden ? 0 : 1000)
  const paint = () => requestAnimationFrame(() => setTimeout(begin))
  // The page's own name and greeting use this font and aren't drawn before it has loaded.
  document.fonts.load('1em "Source Serif First"').then(paint, paint)
}
