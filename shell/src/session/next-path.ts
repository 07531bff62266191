/** Where to go after sign-in: the requested page, if it is one of ours. */
export function nextPath(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('next')
  if (!wanted?.startsWith('/')) return '/'
  const url = URL.parse(wanted, origin)
  if (url?.origin !== origin || url.pathname === '/login') return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

/** The sign-in address that returns to a page. */
export function signInPath(path: string): string {
  return path === '/' || path.startsWith('/login')
    ? '/login'
    : `/login?next=${encodeURIComponent(path)}`
}
