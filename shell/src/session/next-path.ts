import { localAddress } from '@portal/domain/local-address'

/** Where to go after sign-in: the requested page, if it is one of ours. */
export function nextPath(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('next')
  const path = wanted?.startsWith('/') ? localAddress(wanted, origin) : undefined
  return path === undefined || /^\/login(?![^?#])/.test(path) ? '/' : path
}

/** The sign-in address that returns to a page. */
export function signInPath(path: string): string {
  return path === '/' || path.startsWith('/login')
    ? '/login'
    : `/login?next=${encodeURIComponent(path)}`
}
