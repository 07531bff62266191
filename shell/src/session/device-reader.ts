const key = 'portal.reader'

/** The uid of the reader whose unsaved work this device may hold: another one must not find it. */
export const deviceReader = {
  get: () => localStorage.getItem(key) ?? undefined,
  set: (uid: string) => localStorage.setItem(key, uid),
  clear: () => localStorage.removeItem(key),
}
