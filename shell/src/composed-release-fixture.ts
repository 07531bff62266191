import type { ComposedRelease } from '@portal/contract/releases'

/** A release as in a page's composition. */
export function composedRelease(parts: Partial<ComposedRelease> = {}): ComposedRelease {
  const { name = 'meetings', release = '1' } = parts
  return {
    name,
    contract: 1,
    routes: [],
    navigation: [],
    slots: [],
    audience: 'members',
    release,
    version: '1.0.0',
    entry: 'container.js',
    global: `${name}_${release}`,
    shared: {},
    files: [],
    preload: {},
    base: `/remotes/${name}/${release}/`,
    ...parts,
  }
}
