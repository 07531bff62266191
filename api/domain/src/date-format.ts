const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are cached by their options: creating one takes a hundred times longer than using it. */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  locale = 'en-US',
): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, options)
  formats.set(key, made)
  return made
}
