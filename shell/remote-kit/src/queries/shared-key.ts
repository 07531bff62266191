import { contractVersion } from '@portal/contract/releases'
import type { QueryClient, Updater } from '@tanstack/react-query'

type SharedKey = readonly [...name: (string | number)[], version: string]

/**
 * The key of server data that several remotes read: its name, and last the version of the contract whose schema
 * parsed it. Releases built against different contracts have separate entries.
 */
export function sharedKey(name: (string | number)[], version = contractVersion): SharedKey {
  return [...name, version]
}

/** Makes every reader refetch, regardless of the contract their release was built against. */
export function invalidateShared(client: QueryClient, key: SharedKey): Promise<void> {
  return client.invalidateQueries({ queryKey: nameIn(key) })
}

/**
 * Stores a response for the readers of this contract. Readers of other contracts can't read it and refetch, and so do
 * readers of a part of it.
 */
export function setShared<T>(
  client: QueryClient,
  key: SharedKey,
  update: Updater<T | undefined, T | undefined>,
): void {
  client.setQueryData<T>(key, update)
  void client.invalidateQueries({
    queryKey: nameIn(key),
    predicate: ({ queryKey }) => queryKey.length !== key.length || queryKey.at(-1) !== key.at(-1),
  })
}

const nameIn = (key: SharedKey) => key.slice(0, -1)
