/** Cleared at sign-out, like everything that isn't a device setting. */
const key = 'communicationsRefresh'

/**
 * Notifies the members' screen, in this tab or another, that a communications resource was changed.
 */
export const communicationsRefresh = {
  set: () => {
    try {
      // A new value each time: other tabs are only notified of changes.
      localStorage.setItem(key, new Date().toISOString())
    } catch {
      // Without storage (private mode) the screen refetches anyway, without a message.
    }
  },
  isSet: () => {
    try {
      return localStorage.getItem(key) !== null
    } catch {
      return false
    }
  },
  drop: () => {
    try {
      localStorage.removeItem(key)
    } catch {
      // Storage is unavailable (private mode).
    }
  },
  /** Whether a storage event means that another tab has set it. */
  isSetBy: (event: StorageEvent) => event.key === key && event.newValue !== null,
}
