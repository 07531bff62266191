type Portal = {
  production: boolean
  /** Where people open the portal. */
  publicUrl: string
  /** Whether it has a key to sign with. */
  canSign: boolean
}

/** Why a remote can't have its backend at this origin; undefined if it can. */
export function backendFault(
  origin: string,
  { production, publicUrl, canSign }: Portal,
): string | undefined {
  if (!canSign) {
    return 'This portal can’t have backends yet: its operator sets BACKEND_KEY first.'
  }
  const url = URL.parse(origin)
  if (url?.origin !== origin) {
    return 'A backend is an address without a path, such as https://news.example.org.'
  }
  if (origin === new URL(publicUrl).origin) {
    return 'This is the portal’s own address: a backend is another server.'
  }
  const isLocal = ['127.0.0.1', 'localhost'].includes(url.hostname)
  if (isLocal && !production) return undefined
  if (url.protocol !== 'https:') {
    return 'The address must begin with https://, so that nobody else can answer for it.'
  }
  const isNumeric = /^[\d.]+$/.test(url.hostname)
  if (isNumeric || !url.hostname.includes('.')) {
    return 'The address must have a public name, such as news.example.org.'
  }
  return undefined
}
