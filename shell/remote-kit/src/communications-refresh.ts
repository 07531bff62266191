/** Forgotten at sign-out, as everything is that isn't a setting of the device. */
const key = 'communicationsRefresh'

/** Says to the members' screen, in this tab or another, that a communications resource was changed. */
export const communicationsRefresh = {
  set: () => {
    try {
      // Another text each time: a tab that is open hears only of what changes.
      localStorage.setItem(key, new Date().toISOString())
    } catch {
      // Where nothing may be stored, the screen asks anew all the same, and says nothing of it.
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
      // Where nothing may be stored, nothing stands.
    }
  },
  /** Does a storage event tell that another tab has set it? */
  isSetBy: (event: StorageEvent) => event.key === key && event.newValue !== null,
}
