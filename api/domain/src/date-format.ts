const formats = new Map<string, Intl.DateTimeFormat>()

/** One format for the same options: it takes a hundred times longer to make than to use. */
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
