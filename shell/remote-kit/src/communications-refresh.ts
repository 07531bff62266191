import { removeStored, store } from './device-storage.ts'

/** Cleared at sign-out, like everything that isn't a device setting. */
const key = 'communicationsRefresh'

/**
 * Notifies the members' screen, in this tab or another, that a communications resource was changed.
 */
export const communicationsRefresh = {
  set: () => {
    // A new value each time: other tabs are only notified of changes. Without storage the screen refetches anyway,
    // without a message.
    store('localStorage', key, new Date().toISOString())
  },
  isSet: () => {
    try {
      // Earlier releases store text that isn't JSON.
      return localStorage.getItem(key) !== null
    } catch {
      return false
    }
  },
  drop: () => removeStored('localStorage', key),
  /** Whether a storage event means that another tab has set it. */
  isSetBy: (event: StorageEvent) => event.key === key && event.newValue !== null,
}
