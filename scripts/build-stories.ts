import { build, storiesPreset } from '../shell/remote-kit/src/rspack.ts'

/** Builds the page of shared-ui's component stories into a folder. */
export function buildStories(out: string): Promise<void> {
  return build(storiesPreset({ out }))
}
