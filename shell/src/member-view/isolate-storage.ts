import { memberViewKey } from './member-view-request.ts'

/** What belongs to the tab, the device or the sign-in rather than to what is viewed. */
const shared = new RegExp(`^(portal\\.|firebase:|${memberViewKey})`)

type Methods = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * From now on, what screens keep in the browser's storage lasts as long as the page: a member view neither shows what
 * the admin's own pages have kept, such as their marks and reading positions, nor leaves its drafts to them. Remotes
 * write to the storage directly, older ones too, so its methods are replaced.
 */
export function isolateStorage(methods: Methods = Storage.prototype): void {
  const { getItem, setItem, removeItem } = methods
  const kept = new Map<Storage, Map<string, string>>()
  const own = (storage: Storage) => {
    const found = kept.get(storage) ?? new Map<string, string>()
    kept.set(storage, found)
    return found
  }
  Object.assign(methods, {
    getItem(this: Storage, key: string) {
      return shared.test(key) ? getItem.call(this, key) : (own(this).get(key) ?? null)
    },
    setItem(this: Storage, key: string, value: string) {
      if (shared.test(key)) setItem.call(this, key, value)
      else own(this).set(key, value)
    },
    removeItem(this: Storage, key: string) {
      own(this).delete(key)
      // At sign-out, the stored value is removed too.
      removeItem.call(this, key)
    },
  })
}
